// What the suites in the extension host share.
const vscode = require("vscode");

const PATIENCE = 45_000;

/** Waits until `look` gives something true, and returns it. */
async function until(what, look) {
  for (const start = Date.now(); ;) {
    const found = await look();
    if (found) {
      return found;
    }
    if (Date.now() - start > PATIENCE) {
      throw new Error(`waited in vain until ${what}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** What the extension tells of itself, once it is active. */
async function extension() {
  return vscode.extensions.getExtension("pyasc-lint.pyasc-lint").activate();
}

/** The state of the server once it is of one of these kinds. */
async function server(...kinds) {
  const { state } = await extension();
  return until(`the server is ${kinds}; it is ${JSON.stringify(state())}`, () => kinds.includes(state().kind) && state());
}

/** Changes settings of the workspace, and takes that back after the test that runs. */
function settings(test, values) {
  test.undo ??= [];
  const section = () => vscode.workspace.getConfiguration("pyasc-lint");
  const set = async (value, key) => section().update(key, value, vscode.ConfigurationTarget.Workspace);
  test.undo.push(() => Promise.all(Object.keys(values).map((key) => set(undefined, key))));
  return Promise.all(Object.entries(values).map(([key, value]) => set(value, key)));
}

async function undo() {
  for (const step of this.currentTest.undo ?? []) {
    await step();
  }
}

/** Opens a file of the workspace in an editor. */
async function open(name) {
  const uri = vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, name);
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
}

/** The codes found in a file, once they are as `wanted`. */
async function findings(editor, wanted) {
  const codes = () => vscode.languages.getDiagnostics(editor.document.uri).filter((each) => each.source === "pyasc-lint")
    .map((each) => (typeof each.code === "object" ? each.code.value : each.code)).sort();
  await until(`${editor.document.fileName} has ${JSON.stringify(wanted)}`, () => String(codes()) === String(wanted));
}

module.exports = { extension, findings, open, server, settings, undo, until };
