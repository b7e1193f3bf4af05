import * as vscode from "vscode";
import { DOCUMENTS } from "./client";
import { describe } from "./messages";
import type { ConfigurationProblem } from "./protocol";
import type { Server } from "./server";
import { SECTION } from "./settings";

/** The item of the language status: the chips that the file in front is checked for, and how the server is. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem("pyasc-lint.status", DOCUMENTS);
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly server: Server) {
    this.item.name = "pyasc-lint";
    this.subscriptions = [
      this.item,
      server.onDidChangeState(() => this.update()),
      server.onDidCheck(() => this.update()),
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
    ];
    this.update();
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private update(): void {
    const { item, server } = this;
    const { t } = vscode.l10n;
    const uri = vscode.window.activeTextEditor?.document.uri;
    const check = uri && server.checked(uri);
    void vscode.commands.executeCommand("setContext", "pyasc-lint.kernels", (check?.kernels ?? 0) > 0);
    const state = server.state;
    item.busy = state.kind === "starting";
    item.severity =
      state.kind === "failed" ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    item.command = { title: t("Show Logs"), command: "pyasc-lint.showLogs" };
    item.text = "pyasc-lint";
    switch (state.kind) {
      case "starting":
        item.detail = t("pyasc-lint is starting");
        break;
      case "stopped":
        item.detail = t("pyasc-lint is stopped");
        break;
      case "failed":
        item.detail = describe(state);
        break;
      case "ready":
        item.text = check?.targets.length ? check.targets.join(", ") : "pyasc-lint";
        item.detail = [
          check?.targetOrigin === "picked" && t("selected for this workspace"),
          `pyasc-lint ${state.version}`,
          state.launch.python && `Python ${state.launch.python}`,
        ]
          .filter(Boolean)
          .join(", ");
        item.command = { title: t("Select Chip"), command: "pyasc-lint.selectChip" };
        if (check?.problems?.[0] !== undefined) {
          item.severity = vscode.LanguageStatusSeverity.Warning;
          item.detail = check.problems.map(({ message }) => message).join("\n");
          item.command = remedy(check.problems[0]);
        }
        break;
    }
  }
}

/** Opens what is wrong: the file at its line, or the settings. */
function remedy({ path, line }: ConfigurationProblem): vscode.Command {
  const { t } = vscode.l10n;
  if (path === null) {
    return { title: t("Open Settings"), command: "workbench.action.openSettings", arguments: [SECTION] };
  }
  const start = new vscode.Position((line ?? 1) - 1, 0);
  const options: vscode.TextDocumentShowOptions = { selection: new vscode.Range(start, start) };
  return { title: t("Open File"), command: "vscode.open", arguments: [vscode.Uri.file(path), options] };
}
