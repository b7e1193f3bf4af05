import * as vscode from "vscode";

/** Read-only documents that are made from a document: each has a file name, and the document it is about. */
export class VirtualDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registration: vscode.Disposable;

  readonly onDidChange = this.changed.event;

  constructor(
    private readonly scheme: string,
    private readonly content: (source: vscode.Uri, name: string) => Promise<string>,
  ) {
    this.registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    return this.content(sourceOf(uri), nameOf(uri));
  }

  /** Opens the document of this name about another one beside it, and brings it up to date. */
  async show(source: vscode.Uri, name: string, languageId: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme: this.scheme, path: `/${name}`, query: source.toString() });
    const document = await vscode.workspace.openTextDocument(uri);
    this.changed.fire(uri);
    await vscode.languages.setTextDocumentLanguage(document, languageId);
    const column = vscode.ViewColumn.Beside;
    await vscode.window.showTextDocument(document, { viewColumn: column, preserveFocus: true, preview: true });
  }

  /** Brings what is open about a document, or about any, up to date. */
  refresh(source?: string): void {
    for (const { input } of vscode.window.tabGroups.all.flatMap((group) => group.tabs)) {
      const uri = input instanceof vscode.TabInputText && input.uri.scheme === this.scheme ? input.uri : undefined;
      if (uri !== undefined && (source === undefined || uri.query === source)) {
        this.changed.fire(uri);
      }
    }
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}

export function sourceOf(uri: vscode.Uri): vscode.Uri {
  return vscode.Uri.parse(uri.query, true);
}

/** The file name without its folder and its extension. */
export function nameOf(uri: vscode.Uri): string {
  return uri.path.replace(/^.*\/|\.[^.]*$/g, "");
}
