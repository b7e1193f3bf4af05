import * as vscode from "vscode";
import { type Failure, isFailure, type KernelPlace, type MemoryMap } from "./protocol";
import type { Server } from "./server";

/** The kernels of a document; undefined where no server runs, or it does not know the document. */
export async function kernelsOf(server: Server, uri: vscode.Uri): Promise<KernelPlace[] | undefined> {
  const answer = await server.ask<MemoryMap | Failure>("memoryMap", uri.toString());
  return answer === undefined || isFailure(answer) ? undefined : answer.kernels;
}

/** The kernel that a line, from 0, is in. */
export function kernelAt(kernels: readonly KernelPlace[], line: number): KernelPlace | undefined {
  return kernels.find(({ range }) => range.start.line <= line && line <= range.end.line);
}

/** The static kernel that a command is about: the one at the cursor, the only one, or the one that the user chooses. */
export async function chooseKernel(server: Server, editor: vscode.TextEditor): Promise<string | undefined> {
  const { t } = vscode.l10n;
  const kernels = (await kernelsOf(server, editor.document.uri))?.filter((kernel) => kernel.static);
  if (kernels === undefined || kernels.length === 0) {
    void vscode.window.showInformationMessage(
      server.state.kind === "ready"
        ? t("There is no static-Tensor kernel in this file.")
        : t("The pyasc-lint server is not running."),
    );
    return undefined;
  }
  const here = kernelAt(kernels, editor.selection.active.line) ?? (kernels.length === 1 ? kernels[0] : undefined);
  return (
    here?.name ??
    vscode.window.showQuickPick(
      kernels.map(({ name }) => name),
      { title: t("Which kernel?") },
    )
  );
}
