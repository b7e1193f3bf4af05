const assert = require("node:assert/strict");
const fs = require("node:fs");
const path = require("node:path");
const vscode = require("vscode");
const { extension, findings, open, server, settings, undo, until } = require("./support.cjs");

// Commands, and folders of commands, as the runner made them. The last one has pyasc-lint installed.
const { PYTHON, OLD_PYTHON, SELECTED_PYTHON, NOTING_PYTHON, EMPTY_FOLDER, ENVIRONMENT_PYTHON } = process.env;

/** Sets the PATH of the extension host for the test that runs. */
function setPath(test, value) {
  const before = process.env.PATH;
  test.undo ??= [];
  test.undo.push(async () => {
    process.env.PATH = before;
    await vscode.commands.executeCommand("pyasc-lint.restart");
  });
  process.env.PATH = value;
}

describe("servers", () => {
  afterEach(undo);

  it("has at most one restart waiting, and serves after it", async () => {
    await server("ready");
    const { onDidChangeState } = await extension();
    const starts = [];
    const listening = onDidChangeState(({ kind }) => kind === "starting" && starts.push(kind));
    await Promise.all(Array.from({ length: 6 }, () => vscode.commands.executeCommand("pyasc-lint.restart")));
    listening.dispose();
    assert.equal(starts.length, 2);
    await server("ready");
    await findings(await open("too_large.py"), ["ASC101"]);
  });

  it("prefers the Python of the setting", async function () {
    await settings(this.test, { interpreter: [PYTHON] });
    await until("the Python of the setting runs", async () => (await server("ready")).launch.command === PYTHON);
    await findings(await open("too_large.py"), ["ASC101"]);
  });

  it("runs the server of the environment where that is wanted and there, else its own", async function () {
    await settings(this.test, { importStrategy: "fromEnvironment", interpreter: [ENVIRONMENT_PYTHON] });
    await until("the server of the environment runs", async () => (await server("ready")).launch.source === "environment");
    await findings(await open("too_large.py"), ["ASC101"]);
    await settings(this.test, { interpreter: [PYTHON] });
    await until("the bundled server runs", async () => (await server("ready")).launch.command === PYTHON);
    assert.equal((await server("ready")).launch.source, "bundled");
  });

  it("then the one selected in the Python extension, also when that changes", async function () {
    const python = await vscode.extensions.getExtension("ms-python.python").activate();
    (this.test.undo ??= []).push(() => python.select(undefined));
    python.select(SELECTED_PYTHON);
    await until("the selected Python runs", async () => (await server("ready")).launch.command === SELECTED_PYTHON);
    python.select(undefined);
    await until("python3 runs", async () => (await server("ready")).launch.command === "python3");
  });

  it("goes on with another Python where that of the setting is missing or too old", async function () {
    for (const command of [path.join(EMPTY_FOLDER, "python3"), path.join(OLD_PYTHON, "python3")]) {
      await settings(this.test, { interpreter: [command] });
      const found = await until("another one runs", async () => {
        const { launch } = await server("ready");
        return launch.unusable?.candidate.command[0] === command && launch;
      });
      assert.equal(found.command, "python3");
    }
  });

  it("says that there is no Python, and starts once there is", async function () {
    setPath(this.test, EMPTY_FOLDER);
    await vscode.commands.executeCommand("pyasc-lint.restart");
    assert.equal((await server("failed")).problem.kind, "missing");
    process.env.PATH = path.dirname(PYTHON);
    await vscode.commands.executeCommand("pyasc-lint.restart");
    await server("ready");
  });

  it("says that the Python is too old", async function () {
    setPath(this.test, OLD_PYTHON);
    await vscode.commands.executeCommand("pyasc-lint.restart");
    const { problem } = await server("failed");
    assert.deepEqual([problem.kind, problem.version], ["old", "3.8.0"]);
  });

  it("starts a server again that was killed", async function () {
    const editor = await open("too_large.py");
    await findings(editor, ["ASC101"]);
    const log = path.join(EMPTY_FOLDER, "..", "pids");
    await settings(this.test, { interpreter: ["${env:NOTING_PYTHON}"] });
    await until("the noting Python runs", async () => (await server("ready")).launch.command === NOTING_PYTHON);
    const pids = () => fs.readFileSync(log, "utf8").trim().split("\n");
    const before = pids().length;
    process.kill(Number(pids().at(-1)), "SIGKILL");
    await until("another server was started", () => pids().length > before);
    await findings(editor, ["ASC101"]);
  });
});
