// Mocha inside the extension host of a real VS Code, with the VSIX installed, and beside it a stub of the Python extension.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import test, { after, before } from "node:test";
import { CLEAN, MISSING_SYNC, TOO_LARGE } from "./kernels.mjs";
import { required, runInHost, startVSCode } from "./vscode.mjs";

const HERE = import.meta.dirname;
const FILES = { "clean.py": CLEAN, "missing_sync.py": MISSING_SYNC, "too_large.py": TOO_LARGE };

let scratch;

before(() => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), "host-"));
});

after(() => fs.rmSync(scratch, { recursive: true, force: true }));

/** A command in a folder of its own; returns its path. */
function command(folder, name, script) {
  const file = path.join(scratch, folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}

/** Some Pythons: a real one, and what stands for others. All run the Python that tests are run with. */
function pythons() {
  const real = spawnSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).stdout.trim();
  const pretend = "import runpy, sys; sys.version_info = (3, 8, 0, 'final', 0); sys.version = '3.8.0'; "
    + "del sys.argv[0]; runpy.run_path(sys.argv[0], run_name='__main__')";
  fs.mkdirSync(path.join(scratch, "empty"));
  return {
    PYTHON: command("real", "python3", `exec "${real}" "$@"`),
    SELECTED_PYTHON: command("selected", "python", `exec "${real}" "$@"`),
    OLD_PYTHON: path.dirname(command("old", "python3", `exec "${real}" -c "${pretend}" "$@"`)),
    NOTING_PYTHON: command("noting", "python3", `case "$*" in *--probe*) ;; *) echo $$ >>"${scratch}/pids" ;; esac\nexec "${real}" "$@"`),
    EMPTY_FOLDER: path.join(scratch, "empty"),
    ENVIRONMENT_PYTHON: required("ENVIRONMENT_PYTHON"),
  };
}

/**
 * Runs suites in a VS Code of their own. `told` are messages that must have been shown meanwhile, and `trusted` whether
 * the workspace is to be trusted once a suite asks for it.
 */
async function run(suites, { files, settings, environment, told = [], trusted = false }) {
  const vscode = await startVSCode({
    vsix: required("VSIX"),
    files: { ...FILES, ...files },
    settings,
    environment: { ...environment, SUITES: suites },
  });
  const { page } = vscode;
  const missing = new Set(told);
  const forever = { timeout: 0 };
  for (const text of told) {
    const message = page.locator(".notification-list-item-message", { hasText: text }).first();
    message.waitFor(forever).then(() => missing.delete(text), () => undefined);
  }
  if (trusted) {
    page.locator(".workspace-trust-editor").getByRole("button", { name: /^Trust/ }).first().click(forever).catch(() => undefined);
  }
  try {
    const status = await runInHost(vscode, path.join(HERE, "stubs", "ms-python"), path.join(HERE, "host", "index.cjs"));
    if (status !== 0) {
      await vscode.report("host-failure");
    }
    assert.equal(status, 0);
    assert.deepEqual([...missing], [], "not shown");
  } finally {
    await vscode.stop();
  }
}

test("commands, settings, fixes and the choice of a server", { timeout: 480_000 }, () =>
  run("features,servers", {
    environment: pythons(),
    told: [
      /pyasc-lint found no Python \(python3, python\)\. Install Python 3\.10 or newer/,
      /pyasc-lint needs Python 3\.10 or newer, but .* is Python 3\.8\.0/,
      /pyasc-lint cannot use the Python of the setting pyasc-lint\.interpreter/,
      /pyasc-lint is not installed for .*, as pyasc-lint\.importStrategy asks for/,
      /pyasc-lint fixed 1 of 1 findings; 0 are left/,
    ],
  }));

test("an untrusted workspace", { timeout: 240_000 }, async () => {
  const touched = path.join(scratch, "touched");
  const program = command("evil", "python3", `touch "${touched}"`);
  const evil = { interpreter: [program], path: [program], importStrategy: "fromEnvironment", configuration: "evil.toml" };
  const settings = { ...evil, ignore: ["ASC501"] };
  await run("untrusted", {
    files: {
      ".vscode/settings.json": JSON.stringify(Object.fromEntries(
        Object.entries(settings).map(([key, value]) => [`pyasc-lint.${key}`, value]))),
      "evil.toml": 'ignore = ["ASC101"]\n',
    },
    settings: { "security.workspace.trust.enabled": true, "security.workspace.trust.startupPrompt": "never" },
    environment: { TOUCHED: touched },
    trusted: true,
  });
});
