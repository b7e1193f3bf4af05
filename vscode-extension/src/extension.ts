import * as path from "node:path";
import * as vscode from "vscode";
import { SelectedPython } from "./python";
import { Server } from "./server";
import { changesProcess, SECTION } from "./settings";

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext) {
  const log = vscode.window.createOutputChannel(SECTION, { log: true });
  const python = new SelectedPython(log);
  const launcher = path.join(context.extensionPath, "bundled", "server.py");
  const running = new Server(launcher, python, log, (command, args, next) => next(command, args));
  server = running;
  context.subscriptions.push(
    log,
    python,
    running,
    python.onDidChange(() => void running.restart("another Python was selected")),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (changesProcess(event)) {
        void running.restart("the settings changed");
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void running.restart("the workspace is trusted")),
    vscode.commands.registerCommand("pyasc-lint.restart", () => running.restart("on request")),
    vscode.commands.registerCommand("pyasc-lint.showLogs", () => log.show(true)),
  );
  void running.restart("VS Code has started");
  return { state: () => running.state, onDidChangeState: running.onDidChangeState };
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
