// Bundles the extension, and the script of its webview, into dist/. With --dev they stay readable and have source maps.
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const COMMON = { bundle: true, outdir: "dist", minify: true, logLevel: "warning" };

export const BUNDLES = [
  {
    ...COMMON,
    entryPoints: ["src/extension.ts"],
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
  },
  { ...COMMON, entryPoints: ["src/webview/memoryMap.ts"], format: "iife", target: "es2022" },
];

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const development = process.argv.includes("--dev");
  await Promise.all(BUNDLES.map((bundle) => build({ ...bundle, minify: !development, sourcemap: development })));
}
