import { homedir } from "node:os";
import * as vscode from "vscode";
import type { ImportStrategy, Wishes } from "./choice";
import { expand } from "./variables";

export const SECTION = "pyasc-lint";

/** Settings that decide which server runs: a change needs a new one. */
const OF_THE_PROCESS = ["importStrategy", "interpreter", "path"] as const;

export interface ClientSettings extends Wishes {
  interpreter: readonly string[];
}

/** The settings of the client itself, as they hold for the first folder: one server is there for the whole window. */
export function clientSettings(): ClientSettings {
  const folder = vscode.workspace.workspaceFolders?.[0];
  const settings = vscode.workspace.getConfiguration(SECTION, folder);
  const places = { home: homedir(), environment: process.env, ...(folder && { workspaceFolder: folder.uri.fsPath }) };
  const command = (key: string): string[] => {
    const value = settings.get<unknown>(key);
    const parts = typeof value === "string" ? [value] : Array.isArray(value) ? value : [];
    return parts.filter((part) => typeof part === "string" && part !== "").map((part: string) => expand(part, places));
  };
  return {
    strategy: settings.get<ImportStrategy>("importStrategy", "useBundled"),
    trusted: vscode.workspace.isTrusted,
    path: command("path"),
    interpreter: command("interpreter"),
  };
}

export function changesProcess(event: vscode.ConfigurationChangeEvent): boolean {
  return OF_THE_PROCESS.some((key) => event.affectsConfiguration(`${SECTION}.${key}`));
}

/** Shows a setting in the settings editor. */
export function openSetting(key: string): Thenable<unknown> {
  return vscode.commands.executeCommand("workbench.action.openSettings", `@id:${SECTION}.${key}`);
}
