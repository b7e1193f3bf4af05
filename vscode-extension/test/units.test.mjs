// The parts that need no VS Code: which server is chosen, how restarts queue, and small texts.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { build } from "esbuild";

const ROOT = path.join(import.meta.dirname, "..");
const built = fs.mkdtempSync(path.join(os.tmpdir(), "units-"));
after(() => fs.rmSync(built, { recursive: true, force: true }));

await build({
  entryPoints: ["choice", "comments", "probe", "restarts", "variables"].map((name) => path.join(ROOT, "src", `${name}.ts`)),
  bundle: true,
  platform: "node",
  format: "esm",
  outdir: built,
  outExtension: { ".js": ".mjs" },
});
const load = (name) => import(path.join(built, `${name}.mjs`));
const { candidates, chooseServer, oldEnough } = await load("choice");
const { comments } = await load("comments");
const { probe } = await load("probe");
const { RestartQueue } = await load("restarts");
const { expand } = await load("variables");

const BUNDLED = { python: "3.11.7", executable: "/usr/bin/python3", bundled: "1.0", environment: null };
const INSTALLED = { ...BUNDLED, bundled: null, environment: "2.0", reason: "the bundled server is for Python 3.10" };
const BOTH = { ...BUNDLED, environment: "2.0" };
const OLD = { python: "3.9.2", executable: "/usr/bin/python3" };

/** Chooses among Pythons: what each says of itself, by its command; one that says nothing is missing. */
function choose(pythons, wishes = {}, setting = [], selected = undefined) {
  const all = { strategy: "useBundled", trusted: true, path: [], ...wishes };
  return chooseServer(all, candidates(setting, selected, all.trusted, "linux"), "server.py", async (candidate) => {
    const found = pythons[candidate.command[0]];
    return found === undefined ? { candidate, missing: "ENOENT" } : { candidate, found };
  });
}

test("Pythons are tried in order: that of the setting, the selected one, those of the path", () => {
  const commands = (...given) => candidates(...given).map(({ command }) => command.join(" "));
  assert.deepEqual(commands(["/a", "-X", "dev"], "/b", true, "linux"), ["/a -X dev", "/b", "python3", "python"]);
  assert.deepEqual(commands([], "/b", false, "linux"), ["python3", "python"]);
  assert.deepEqual(commands([], undefined, true, "win32"), ["python", "py -3"]);
});

test("versions are compared as numbers", () => {
  assert.deepEqual(["3.9.18", "3.10.0", "3.14.0rc1", "2.7.18", "4.0.0"].map(oldEnough), [false, true, true, false, true]);
});

for (const [name, python, wishes, source] of [
  ["the bundled server is preferred", BOTH, {}, "bundled"],
  ["that of the environment on request", BOTH, { strategy: "fromEnvironment" }, "environment"],
  ["the bundled one where the environment has none", BUNDLED, { strategy: "fromEnvironment" }, "bundled"],
  ["that of the environment where the bundled one does not fit", INSTALLED, {}, "environment"],
  ["only the bundled one in an untrusted workspace", BOTH, { strategy: "fromEnvironment", trusted: false }, "bundled"],
  ["no command of an untrusted workspace", BOTH, { path: ["/evil"], trusted: false }, "bundled"],
]) {
  test(name, async () => {
    const launch = await choose({ python3: python }, wishes);
    assert.equal(launch.source, source);
    assert.equal(launch.version, source === "bundled" ? "1.0" : "2.0");
    assert.deepEqual(launch.args, source === "bundled" ? ["server.py"] : ["server.py", "--environment"]);
  });
}

test("a server that is wanted of the environment and not installed there is told", async () => {
  const told = async (python, wishes) => (await choose({ python3: python }, wishes)).notInstalled;
  assert.equal(await told(BUNDLED, { strategy: "fromEnvironment" }), true);
  assert.equal(await told(BOTH, { strategy: "fromEnvironment" }), undefined);
  assert.equal(await told(BUNDLED, {}), undefined);
  assert.equal(await told(BUNDLED, { strategy: "fromEnvironment", trusted: false }), undefined);
});

test("a command of the user's own replaces everything", async () => {
  const launch = await choose({}, { path: ["/opt/server", "--log-level", "debug"] });
  assert.deepEqual([launch.source, launch.command, launch.args], ["path", "/opt/server", ["--log-level", "debug"]]);
});

test("arguments of the setting stand before the launcher", async () => {
  const launch = await choose({ "/a": BUNDLED }, {}, ["/a", "-X", "dev"]);
  assert.deepEqual([launch.command, launch.args, launch.unusable], ["/a", ["-X", "dev", "server.py"], undefined]);
});

test("another Python stands in for one of the setting that is missing, too old or without a server", async () => {
  for (const bad of [undefined, OLD, { ...INSTALLED, environment: null }]) {
    const launch = await choose({ "/a": bad, python3: BUNDLED }, {}, ["/a"]);
    assert.equal(launch.command, "python3");
    assert.equal(launch.unusable.candidate.command[0], "/a");
    assert.ok(launch.notes.some((note) => note.startsWith("/a: ")), String(launch.notes));
  }
});

test("a selected Python that does not fit is passed over quietly", async () => {
  const launch = await choose({ "/b": OLD, python3: BUNDLED }, {}, [], "/b");
  assert.deepEqual([launch.command, launch.unusable], ["python3", undefined]);
});

test("the problem is the one that is nearest to a server", async () => {
  assert.deepEqual(await choose({}), {
    kind: "missing", tried: ["python3", "python"], notes: ["python3: ENOENT", "python: ENOENT"],
  });
  const old = await choose({ python: OLD });
  assert.deepEqual([old.kind, old.version], ["old", "3.9.2"]);
  const none = await choose({ python3: OLD, python: { ...INSTALLED, environment: null } });
  assert.deepEqual([none.kind, none.reason], ["no-server", INSTALLED.reason]);
  const untrusted = await choose({ python3: INSTALLED }, { trusted: false });
  assert.equal(untrusted.kind, "no-server");
});

test("a Python is asked what it can run", async () => {
  const launcher = path.join(ROOT, "bundled", "server.py");
  const ask = (...command) => probe({ command, origin: "path" }, launcher, built);
  const { found } = await ask("python3");
  assert.match(found.python, /^3\.\d+\.\d+$/);
  assert.ok("environment" in found && "bundled" in found);
  assert.ok((await ask("/nowhere/python3")).missing);
  assert.match((await ask("sh", "-c", "echo no such module >&2; exit 1")).broken, /no such module/);
  assert.ok((await ask("echo", "{")).broken);
});

/** A folder of packages, and the launcher beside a bundle of them: files by name. */
function installation(files, bundle = {}) {
  const root = fs.mkdtempSync(path.join(built, "python-"));
  const launcher = path.join(root, "bundled", "server.py");
  const all = { ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`site/${name}`, text])), ...bundle };
  for (const [name, text] of Object.entries(all)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    fs.writeFileSync(path.join(root, name), text);
  }
  fs.mkdirSync(path.dirname(launcher), { recursive: true });
  fs.copyFileSync(path.join(ROOT, "bundled", "server.py"), launcher);
  const python = ["env", `PYTHONPATH=${path.join(root, "site")}`, "python3", "-s"];
  return { launcher, python };
}

const SERVER = {
  "pygls/__init__.py": "",
  "pyasc_lint/__init__.py": "__version__ = '3.0'",
  "pyasc_lint/lsp/__init__.py": "",
  "pyasc_lint/lsp/__main__.py": "def main(arguments):\n    print('served')",
  "pyasc_lint/lsp/server.py": "",
};

for (const [name, changed, version] of [
  ["that is whole", "", "3.0"],
  ["without what it needs", "import pygls.lsp.server", null],
  ["that raises", "raise RuntimeError('two\\nlines')", null],
  ["that exits", "import sys; sys.exit(3)", null],
  ["that dies", "import os; os._exit(0)", null],
  ["that prints", "print('hello'); import atexit; atexit.register(print, 'bye')", "3.0"],
  ["whose version is no text", "import pyasc_lint; pyasc_lint.__version__ = (3, object)", "(3, <class 'object'>)"],
]) {
  test(`the probe names only what can serve: a server ${name}`, async () => {
    const { launcher, python } = installation({ ...SERVER, "pyasc_lint/lsp/server.py": changed });
    const { found } = await probe({ command: python, origin: "path" }, launcher, built);
    assert.equal(found.environment, version);
    assert.equal(found.bundled, null);
    if (!changed.includes("_exit")) {
      const [command, ...first] = python;
      const run = spawnSync(command, [...first, launcher, "--environment"], { encoding: "utf8" });
      assert.equal(run.status, version === null ? 1 : 0);
      assert.equal(run.stdout.replace("bye\n", ""), version === null ? "" : "served\n");
      if (version === null) {
        assert.match(run.stderr, /^pyasc-lint: the server of this Python does not load: .*pip install.*\n$/);
      }
    }
  });
}

test("a bundle that is broken is to be installed again, by VS Code", async () => {
  const tag = spawnSync("python3", ["-c", "import sys; print('cp%d%d' % sys.version_info[:2])"], { encoding: "utf8" });
  const common = (files) => Object.fromEntries(Object.entries(files).map(([name, text]) => [`bundled/libs/common/${name}`, text]));
  const broken = common({ ...SERVER, "pyasc_lint/lsp/server.py": "import pydantic_core.nothing" });
  for (const bundle of [broken, { ...broken, [`bundled/libs/${tag.stdout.trim()}/x`]: "" }]) {
    const { launcher, python } = installation(SERVER, bundle);
    const { found } = await probe({ command: python, origin: "path" }, launcher, built);
    assert.deepEqual([found.environment, found.bundled], ["3.0", null]);
    assert.match(found.reason, /is incomplete|does not load: ModuleNotFoundError: /);
    const [command, ...first] = python;
    const run = spawnSync(command, [...first, launcher], { encoding: "utf8" });
    assert.match(run.stderr, /^pyasc-lint: the bundled server .*; reinstall the extension\n$/);
    assert.equal(run.status, 1);
  }
});

test("of many restarts one runs and one waits", async () => {
  const ends = [];
  let running = 0;
  const queue = new RestartQueue(async () => {
    assert.equal(++running, 1);
    await new Promise((resolve) => ends.push(resolve));
    running--;
  });
  const asked = [1, 2, 3, 4].map(() => queue.request());
  const idle = queue.idle().then(() => ends.length);
  ends[0]();
  await asked[0];
  await new Promise(setImmediate);
  assert.equal(ends.length, 2);
  ends[1]();
  await Promise.all(asked);
  assert.deepEqual([ends.length, await idle], [2, 2]);
});

test("a restart that fails does not keep the next from running", async () => {
  let runs = 0;
  const queue = new RestartQueue(async () => {
    if (++runs === 1) {
      throw new Error("first");
    }
  });
  const [first, second] = [queue.request(), queue.request()];
  await assert.rejects(first, /first/);
  await second;
  await queue.idle();
  assert.equal(runs, 2);
});

test("variables of settings", () => {
  const places = { workspaceFolder: "/ws", home: "/home/me", environment: { VENV: "/venv" } };
  for (const [text, wanted] of [
    ["${workspaceFolder}/.venv/bin/python", "/ws/.venv/bin/python"],
    ["~/bin/python", "/home/me/bin/python"],
    ["~me/bin", "~me/bin"],
    ["${userHome}${env:VENV}", "/home/me/venv"],
    ["${env:NOTHING}/${other}", "${env:NOTHING}/${other}"],
  ]) {
    assert.equal(expand(text, places), wanted);
  }
  assert.equal(expand("${workspaceFolder}/a", { home: "", environment: {} }), "${workspaceFolder}/a");
});

test("reasons become comments of bounded width that lose no word", () => {
  const text = `k cannot be emitted:\n  k.py:3:1: ${"word ".repeat(40)}end\n`;
  const lines = comments(text).split("\n");
  assert.ok(lines.length > 4 && lines.every((line) => line.startsWith("//") && line.length <= 100));
  assert.deepEqual(lines.flatMap((line) => line.slice(2).trim().split(/\s+/)).filter(Boolean), text.split(/\s+/).filter(Boolean));
});
