// Bundles the extension, and the script of its webview, into dist/. With --dev they stay readable and have source maps.
import { build } from "esbuild";

const development = process.argv.includes("--dev");
const common = { bundle: true, outdir: "dist", minify: !development, sourcemap: development, logLevel: "warning" };

await build({
  ...common,
  entryPoints: ["src/extension.ts"],
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["vscode"],
});

await build({ ...common, entryPoints: ["src/webview/memoryMap.ts"], format: "iife", target: "es2022" });
