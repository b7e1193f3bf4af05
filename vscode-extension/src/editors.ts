import * as vscode from "vscode";

/** Which Python file a command is about. */
export class PythonEditors implements vscode.Disposable {
  private last: vscode.TextDocument | undefined;
  private readonly subscription: vscode.Disposable;

  constructor() {
    this.note(vscode.window.activeTextEditor);
    this.subscription = vscode.window.onDidChangeActiveTextEditor((editor) => this.note(editor));
  }

  /**
   * Runs something for the Python file in front, or that beside a view such as the memory map, or, from the walkthrough,
   * for the one that was in front last. Where there is none, it says so.
   */
  async use(run: (editor: vscode.TextEditor) => unknown): Promise<void> {
    const editor =
      [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors].find(isPython) ??
      (this.last?.isClosed === false ? await vscode.window.showTextDocument(this.last) : undefined);
    if (editor === undefined) {
      void vscode.window.showInformationMessage(vscode.l10n.t("Open a Python file first."));
    } else {
      await run(editor);
    }
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private note(editor: vscode.TextEditor | undefined): void {
    if (isPython(editor)) {
      this.last = editor.document;
    }
  }
}

function isPython(editor: vscode.TextEditor | undefined): editor is vscode.TextEditor {
  return editor?.document.languageId === "python";
}
