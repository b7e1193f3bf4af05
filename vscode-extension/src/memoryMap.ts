import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { kernelAt } from "./kernels";
import { type Failure, isFailure, type MemoryMap, type Tensor } from "./protocol";
import type { Server } from "./server";
import { page } from "./webview/page";
import type { FromView, ToView } from "./webview/messages";

export const VIEW_TYPE = "pyasc-lint.memoryMap";

/** The memory map of the kernel at the cursor, in a panel of its own. */
export class MemoryMapView implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown: { uri: vscode.Uri; kernel: string | undefined } | undefined;
  private map: MemoryMap | undefined;
  private width: number | undefined;
  private readonly subscriptions: vscode.Disposable[];

  constructor(
    private readonly server: Server,
    private readonly extension: vscode.Uri,
  ) {
    this.subscriptions = [
      server.onDidCheck((check) => {
        if (check.uri === this.shown?.uri.toString()) {
          void this.draw();
        }
      }),
      server.onDidChangeState(() => void this.draw()),
      vscode.window.onDidChangeTextEditorSelection((event) => this.follow(event.textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.follow(editor)),
    ];
  }

  /** Shows the memories of a kernel, or of all of a document, until the cursor goes to another one. */
  async show(uri: vscode.Uri, kernel: string | undefined): Promise<void> {
    this.shown = { uri, kernel };
    if (this.panel === undefined) {
      this.panel = this.create();
    } else {
      this.panel.reveal(undefined, true);
    }
    await this.draw();
  }

  dispose(): void {
    this.panel?.dispose();
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private create(): vscode.WebviewPanel {
    const roots = ["dist", "media"].map((name) => vscode.Uri.joinPath(this.extension, name));
    const panel = vscode.window.createWebviewPanel(
      VIEW_TYPE,
      vscode.l10n.t("Memory Map"),
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, localResourceRoots: roots },
    );
    panel.webview.onDidReceiveMessage((message: FromView) => this.receive(message));
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.width = undefined;
    });
    panel.webview.html = page({
      nonce: randomBytes(16).toString("base64"),
      source: panel.webview.cspSource,
      script: panel.webview.asWebviewUri(vscode.Uri.joinPath(this.extension, "dist", "memoryMap.js")).toString(),
      style: panel.webview.asWebviewUri(vscode.Uri.joinPath(this.extension, "media", "memoryMap.css")).toString(),
      language: vscode.env.language,
    });
    return panel;
  }

  private async receive(message: FromView): Promise<void> {
    if (message.type === "width") {
      this.width = Math.max(message.width, 200);
      await this.draw();
    } else {
      await this.jump(message.path, message.line, message.column);
    }
  }

  /** Asks for the map and has the panel show it. The panel says how wide it is once it is there. */
  private async draw(): Promise<void> {
    const { shown, width } = this;
    if (this.panel === undefined || shown === undefined || width === undefined) {
      return;
    }
    let map: MemoryMap | Failure | undefined;
    try {
      map = await this.server.ask("memoryMap", shown.uri.toString(), shown.kernel, String(width));
    } catch (error) {
      map = { error: String(error) };
    }
    if (shown !== this.shown) {
      return; // the cursor went on meanwhile
    }
    const { t } = vscode.l10n;
    if (map !== undefined && isFailure(map) && shown.kernel !== undefined) {
      this.shown = { ...shown, kernel: undefined }; // it has another name now, or is gone
      return this.draw();
    }
    if (map === undefined || isFailure(map)) {
      this.send({ type: "problem", text: map?.error ?? t("The pyasc-lint server is not running.") });
      return;
    }
    this.map = map;
    this.panel.title = shown.kernel === undefined ? t("Memory Map") : t("Memory Map: {0}", shown.kernel);
    this.send({
      type: "map",
      svg: map.svg,
      memories: map.memories,
      headings: [t("tensor"), t("position"), t("dtype"), t("from"), t("to"), t("bytes"), t("pipes"), t("lines")],
    });
    this.mark();
  }

  /** Shows the kernel of the cursor and marks what its line makes or uses. */
  private follow(editor: vscode.TextEditor): void {
    if (this.panel === undefined || editor.document.languageId !== "python" || this.shown === undefined) {
      return;
    }
    if (editor.document.uri.toString() !== this.shown.uri.toString()) {
      if (this.server.checked(editor.document.uri)?.kernels) {
        this.shown = { uri: editor.document.uri, kernel: undefined };
        void this.draw();
      }
      return;
    }
    const kernel = kernelAt(this.map?.kernels ?? [], editor.selection.active.line);
    if (kernel?.static && kernel.name !== this.shown.kernel) {
      this.shown = { ...this.shown, kernel: kernel.name };
      void this.draw();
    } else {
      this.mark();
    }
  }

  private mark(): void {
    const editor = vscode.window.visibleTextEditors.find(
      ({ document }) => document.uri.toString() === this.shown?.uri.toString(),
    );
    const line = editor?.selection.active.line;
    const here = ({ range, uses }: Tensor): boolean =>
      line !== undefined &&
      (uses.includes(line + 1) || (range !== null && range.start.line <= line && line <= range.end.line));
    const tensors = this.map?.memories.flatMap((memory) => memory.buffers).filter(here) ?? [];
    this.send({ type: "mark", places: tensors.map(({ path, line, column }) => ({ path, line, column })) });
  }

  /** Goes to where a tensor is made, in the text as it is now. */
  private async jump(path: string, line: number, column: number): Promise<void> {
    const memories = this.map?.memories ?? [];
    const tensors = memories.flatMap((memory) => memory.buffers);
    const tensor = tensors.find((each) => each.path === path && each.line === line && each.column === column);
    const own = memories.some((memory) => memory.path === path);
    if (tensor === undefined || this.shown === undefined || (own && tensor.range === null)) {
      return; // the place where it was made has changed, and the text does not parse
    }
    const start = tensor.range?.start ?? { line: line - 1, character: column - 1 };
    const end = tensor.range?.end ?? start;
    const uri = own ? this.shown.uri : vscode.Uri.file(path);
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), {
      viewColumn: columnOf(uri) ?? vscode.ViewColumn.One,
    });
    editor.selection = new vscode.Selection(end.line, end.character, start.line, start.character);
    editor.revealRange(new vscode.Range(editor.selection.active, editor.selection.active));
  }

  private send(message: ToView): void {
    void this.panel?.webview.postMessage(message);
  }
}

function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  const editors = vscode.window.visibleTextEditors;
  return editors.find(({ document }) => document.uri.toString() === uri.toString())?.viewColumn;
}
