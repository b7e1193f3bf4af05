const assert = require("node:assert/strict");
const vscode = require("vscode");
const { extension, findings, open, server, settings, undo } = require("./support.cjs");

describe("features", () => {
  afterEach(undo);

  it("registers every command that package.json has", async () => {
    await extension();
    const known = new Set(await vscode.commands.getCommands(true));
    const { commands } = vscode.extensions.getExtension("pyasc-lint.pyasc-lint").packageJSON.contributes;
    assert.ok(commands.length >= 7);
    assert.deepEqual(commands.map(({ command }) => command).filter((command) => !known.has(command)), []);
  });

  it("runs the server that it ships", async () => {
    const { launch, version } = await server("ready");
    assert.equal(launch.source, "bundled");
    assert.equal(version, vscode.extensions.getExtension("pyasc-lint.pyasc-lint").packageJSON.version);
  });

  it("finds what is wrong, and nothing in a clean kernel", async () => {
    await findings(await open("missing_sync.py"), ["ASC501"]);
    await findings(await open("clean.py"), []);
  });

  it("fixes all that is safe", async () => {
    const editor = await open("missing_sync.py");
    await findings(editor, ["ASC501"]);
    await vscode.commands.executeCommand("pyasc-lint.fixAll");
    await findings(editor, []);
    assert.match(editor.document.getText(), /set_flag\(asc\.HardEvent\.MTE2_V, 0\)\n\s+asc\.wait_flag\(asc\.HardEvent\.MTE2_V, 0\)/);
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await findings(editor, ["ASC501"]);
  });

  it("takes up settings without a new server", async function () {
    const { state, onDidChangeState } = await extension();
    const changes = [];
    const listening = onDidChangeState((each) => changes.push(each.kind));
    const editor = await open("too_large.py");
    await findings(editor, ["ASC101"]);
    await settings(this.test, { ignore: ["ASC101"] });
    await findings(editor, []);
    await settings(this.test, { ignore: undefined, target: ["Ascend950PR_9599"] });
    await findings(editor, []);
    await settings(this.test, { target: undefined });
    await findings(editor, ["ASC101"]);
    await settings(this.test, { enable: false });
    await findings(editor, []);
    listening.dispose();
    assert.deepEqual([changes, state().kind], [[], "ready"]);
  });
});
