import * as vscode from "vscode";
import { Chips } from "./chips";
import { registerCommands, serverCommand } from "./commands";
import { EmitPreview } from "./emitPreview";
import { MemoryMapView } from "./memoryMap";
import { tellProblems } from "./messages";
import { SelectedPython } from "./python";
import { Server, type State } from "./server";
import { changesProcess, SECTION } from "./settings";
import { Status } from "./status";

/** What other extensions, and tests, may know. */
export interface Api {
  state(): State;
  readonly onDidChangeState: vscode.Event<State>;
}

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): Api {
  const log = vscode.window.createOutputChannel(SECTION, { log: true });
  const python = new SelectedPython(log);
  const launcher = vscode.Uri.joinPath(context.extensionUri, "bundled", "server.py").fsPath;
  const running = new Server(
    launcher,
    python,
    log,
    (command, args, next) => serverCommand(views, command, args) ?? next(command, args),
  );
  server = running;
  const views = {
    server: running,
    log,
    chips: new Chips(running, context.workspaceState),
    preview: new EmitPreview(running, context.workspaceState),
    memoryMap: new MemoryMapView(running, context.extensionUri),
    sample: vscode.Uri.joinPath(context.extensionUri, "walkthrough", "sample_kernel.py"),
  };
  context.subscriptions.push(
    log,
    python,
    running,
    views.chips,
    views.preview,
    views.memoryMap,
    new Status(running),
    tellProblems(running, log),
    registerCommands(views),
    python.onDidChange(() => void running.reconsider("another Python was selected")),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void running.restart("the workspace is trusted")),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (changesProcess(event)) {
        void running.reconsider("the settings changed");
      }
    }),
  );
  void running.restart("VS Code has started");
  return { state: () => running.state, onDidChangeState: running.onDidChangeState };
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
