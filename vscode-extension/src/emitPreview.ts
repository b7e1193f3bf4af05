import * as vscode from "vscode";
import { comments } from "./comments";
import { type EmitFailure, type EmitPreview as Emitted, isFailure } from "./protocol";
import type { Server } from "./server";
import { nameOf, sourceOf, VirtualDocuments } from "./virtual";

export const SCHEME = "pyasc-lint-emit";
const SIGNATURES = "pyasc-lint.signatures";

/** The Ascend C of kernels as read-only documents beside their source, made again after every check of it. */
export class EmitPreview implements vscode.CodeLensProvider, vscode.Disposable {
  private readonly documents = new VirtualDocuments(SCHEME, (source, kernel) => this.text(source, kernel));
  private readonly lensesChanged = new vscode.EventEmitter<void>();
  /** By document: the signature to start from where one has to be given. */
  private readonly templates = new Map<string, string>();
  private readonly subscriptions: vscode.Disposable[];

  readonly onDidChangeCodeLenses = this.lensesChanged.event;

  constructor(
    private readonly server: Server,
    private readonly memory: vscode.Memento,
  ) {
    this.subscriptions = [
      this.documents,
      this.lensesChanged,
      server.onDidCheck((check) => this.documents.refresh(check.uri)),
      server.onDidChangeState(() => this.documents.refresh()),
      vscode.languages.registerCodeLensProvider({ scheme: SCHEME }, this),
      vscode.commands.registerCommand("pyasc-lint.editSignature", (uri: vscode.Uri) => this.editSignature(uri)),
    ];
  }

  show(source: vscode.Uri, kernel: string): Promise<void> {
    return this.documents.show(source, `${kernel}.cpp`, "cpp");
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const key = keyOf(sourceOf(document.uri), nameOf(document.uri));
    const given = this.signatures()[key];
    const { t } = vscode.l10n;
    const title = given !== undefined ? t("signature: {0}", given) : t("signature: as the sources say");
    const needed = this.templates.has(key) && given === undefined;
    const command = {
      title: needed ? t("Give the signature…") : title,
      command: "pyasc-lint.editSignature",
      arguments: [document.uri],
    };
    return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), command)];
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  /** The text of the preview; where there is none, comments that say why. */
  private async text(source: vscode.Uri, kernel: string): Promise<string> {
    await vscode.workspace.openTextDocument(source);
    const key = keyOf(source, kernel);
    const signature = this.signatures()[key];
    let reason: string;
    try {
      const answer = await this.server.ask<Emitted | EmitFailure>("emitPreview", source.toString(), kernel, signature);
      const template = answer !== undefined && isFailure(answer) ? answer.signature : undefined;
      if (template) {
        this.templates.set(key, template);
      }
      this.lensesChanged.fire();
      if (answer !== undefined && !isFailure(answer)) {
        return answer.text;
      }
      reason = answer?.error ?? vscode.l10n.t("The pyasc-lint server is not running.");
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    return `${comments(reason)}\n`;
  }

  private async editSignature(uri: vscode.Uri): Promise<void> {
    const source = sourceOf(uri);
    const kernel = nameOf(uri);
    const key = keyOf(source, kernel);
    const signature = await vscode.window.showInputBox({
      title: vscode.l10n.t("Signature of {0}", kernel),
      prompt: vscode.l10n.t(
        "Element types and constants of the parameters, such as {0}. Empty: as the sources say.",
        `${kernel}(x=float32*, n=int32)`,
      ),
      value: this.signatures()[key] ?? this.templates.get(key) ?? `${kernel}()`,
      ignoreFocusOut: true,
    });
    if (signature !== undefined) {
      const { [key]: _, ...others } = this.signatures();
      await this.memory.update(SIGNATURES, signature === "" ? others : { ...others, [key]: signature });
      this.documents.refresh(source.toString());
    }
  }

  private signatures(): Readonly<Record<string, string>> {
    return this.memory.get(SIGNATURES, {});
  }
}

function keyOf(source: vscode.Uri, kernel: string): string {
  return `${source.toString()}#${kernel}`;
}
