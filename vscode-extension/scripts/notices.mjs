// Writes THIRD_PARTY_NOTICES: the licences of the packages that the bundles hold. With --check it says whether it is so.
import fs from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { BUNDLES } from "../esbuild.mjs";

const FILE = "THIRD_PARTY_NOTICES";
const HEAD = `The extension holds parts of these packages, under the licences that follow. The Python packages below bundled/libs
have theirs beside them, in the folders whose names end in .dist-info.
`;

async function packages() {
  const found = new Map();
  for (const options of BUNDLES) {
    const { metafile } = await build({ ...options, write: false, metafile: true });
    for (const input of Object.keys(metafile.inputs)) {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
      if (folder !== undefined) {
        const { name, version, license } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
        found.set(`${name} ${version}`, { folder, license });
      }
    }
  }
  return [...found].sort(([one], [other]) => one.localeCompare(other, "en"));
}

function notice([name, { folder, license }]) {
  const file = fs.readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (file === undefined) {
    throw new Error(`${name} has no licence`);
  }
  const text = fs.readFileSync(path.join(folder, file), "utf8").replaceAll("\r\n", "\n").replaceAll(/[ \t]+$/gm, "").trim();
  return `${"-".repeat(80)}\n${name} (${license})\n\n${text}\n`;
}

const text = [HEAD, ...(await packages()).map(notice)].join("\n");
if (!process.argv.includes("--check")) {
  fs.writeFileSync(FILE, text);
} else if (!fs.existsSync(FILE) || fs.readFileSync(FILE, "utf8") !== text) {
  console.error(`${FILE} is not that of the bundles; run: npm run notices`);
  process.exitCode = 1;
}
