import * as vscode from "vscode";
import type { Chips } from "./chips";
import { PythonEditors } from "./editors";
import type { EmitPreview } from "./emitPreview";
import { chooseKernel } from "./kernels";
import type { MemoryMapView } from "./memoryMap";
import { isFailure } from "./protocol";
import type { Server } from "./server";
import { SECTION } from "./settings";
import { VirtualDocuments } from "./virtual";

const FIX_ALL = vscode.CodeActionKind.SourceFixAll.append("pyasc-lint");

export interface Views {
  readonly server: Server;
  readonly log: vscode.LogOutputChannel;
  readonly chips: Chips;
  readonly preview: EmitPreview;
  readonly memoryMap: MemoryMapView;
  readonly sample: vscode.Uri;
}

/** The commands of the extension. Those of the server are there while it runs; lenses use them. */
export function registerCommands(views: Views): vscode.Disposable {
  const { server, log, chips, preview, memoryMap, sample } = views;
  const settings = new VirtualDocuments("pyasc-lint-settings", (source) => resolvedSettings(server, source));
  const editors = new PythonEditors();
  const commands: Record<string, () => unknown> = {
    restart: () => server.restart("on request"),
    showLogs: () => log.show(true),
    selectChip: () => chips.select(),
    showEmitPreview: () =>
      editors.use((editor) => ofKernel(server, editor, (uri, kernel) => preview.show(uri, kernel))),
    showMemoryMap: () =>
      editors.use((editor) => ofKernel(server, editor, (uri, kernel) => memoryMap.show(uri, kernel))),
    fixAll: () => editors.use(({ document }) => fixAll(server, document, log)),
    showResolvedSettings: () =>
      editors.use(({ document }) => settings.show(document.uri, "pyasc-lint settings.json", "json")),
    openSample: () => openSample(sample),
  };
  return vscode.Disposable.from(
    editors,
    settings,
    server.onDidCheck((check) => settings.refresh(check.uri)),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(`${SECTION}.${name}`, run)),
  );
}

/** Commands of the server that have a view here; others are the server's alone. */
export function serverCommand(
  views: Pick<Views, "chips" | "preview" | "memoryMap">,
  command: string,
  args: unknown[],
): Promise<void> | undefined {
  const [uri, kernel] = args.map((each) => (typeof each === "string" ? each : undefined));
  switch (command) {
    case "pyasc-lint.memoryMap":
      return uri === undefined ? undefined : views.memoryMap.show(vscode.Uri.parse(uri, true), kernel);
    case "pyasc-lint.emitPreview":
      return uri === undefined || kernel === undefined
        ? undefined
        : views.preview.show(vscode.Uri.parse(uri, true), kernel);
    case "pyasc-lint.pickChip":
      return uri === undefined ? views.chips.select() : undefined;
    default:
      return undefined;
  }
}

async function ofKernel(
  server: Server,
  editor: vscode.TextEditor,
  run: (uri: vscode.Uri, kernel: string) => Promise<void>,
): Promise<void> {
  const kernel = await chooseKernel(server, editor);
  if (kernel !== undefined) {
    await run(editor.document.uri, kernel);
  }
}

/** Applies every safe fix of the document, and tells what came of it. */
async function fixAll(server: Server, document: vscode.TextDocument, log: vscode.LogOutputChannel): Promise<void> {
  const { t } = vscode.l10n;
  const everything = new vscode.Range(0, 0, document.lineCount, 0);
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    everything,
    FIX_ALL.value,
    1,
  );
  const edit = actions.find((action) => action.kind?.value === FIX_ALL.value)?.edit;
  const before = server.checked(document.uri)?.findings;
  const tell = (message: string): void => {
    log.info(`${document.uri.fsPath}: ${message}`);
    void vscode.window.showInformationMessage(message);
  };
  if (edit === undefined) {
    tell(
      before
        ? t("pyasc-lint has nothing here that it can fix safely; {0} findings are left.", before)
        : t("pyasc-lint has nothing here that it can fix safely."),
    );
    return;
  }
  if (!(await vscode.workspace.applyEdit(edit))) {
    return;
  }
  const left = (await server.nextCheck(document))?.findings;
  if (before !== undefined && left !== undefined) {
    tell(t("pyasc-lint fixed {0} of {1} findings; {2} are left.", before - left, before, left));
  }
}

async function resolvedSettings(server: Server, source: vscode.Uri): Promise<string> {
  const answer = (await server.ask("resolvedSettings", source.toString())) ?? {
    error: vscode.l10n.t("The pyasc-lint server is not running."),
  };
  return `${JSON.stringify(isFailure(answer) ? { error: answer.error } : answer, undefined, 2)}\n`;
}

/** Opens the sample kernel as a new document, so that it can be changed. */
async function openSample(sample: vscode.Uri): Promise<void> {
  const content = new TextDecoder().decode(await vscode.workspace.fs.readFile(sample));
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: "python", content }));
}
