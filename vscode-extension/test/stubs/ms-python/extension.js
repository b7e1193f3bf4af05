// The part of the API of the Python extension that says which Python is selected; `select` is for the tests.
const vscode = require("vscode");

exports.activate = () => {
  const changed = new vscode.EventEmitter();
  let selected;
  return {
    ready: Promise.resolve(),
    environments: {
      getActiveEnvironmentPath: () => ({ id: selected ?? "", path: selected ?? "" }),
      resolveEnvironment: async ({ path }) =>
        path ? { id: path, path, executable: { uri: vscode.Uri.file(path) } } : undefined,
      onDidChangeActiveEnvironmentPath: changed.event,
    },
    select(path) {
      selected = path;
      changed.fire({ id: path ?? "", path: path ?? "", resource: undefined });
    },
  };
};
