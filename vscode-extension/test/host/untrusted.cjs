const assert = require("node:assert/strict");
const fs = require("node:fs");
const vscode = require("vscode");
const { findings, open, server, until } = require("./support.cjs");

describe("an untrusted workspace", () => {
  it("is checked with the bundled server, and none of its settings names a program", async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const { launch } = await server("ready");
    assert.equal(launch.source, "bundled");
    assert.equal(launch.command, "python3");
    await findings(await open("too_large.py"), ["ASC101"]);
    assert.equal(fs.existsSync(process.env.TOUCHED), false);
  });

  it("decides about rules all the same", async () => {
    await findings(await open("missing_sync.py"), []);
  });

  it("has its own server once it is trusted", async () => {
    await vscode.commands.executeCommand("workbench.trust.manage"); // the runner presses the button
    await until("the workspace is trusted", () => vscode.workspace.isTrusted);
    await until("its server is started", () => fs.existsSync(process.env.TOUCHED));
  });
});
