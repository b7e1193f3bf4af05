import * as vscode from "vscode";
import { type Chip, type Failure, isFailure } from "./protocol";
import type { Server } from "./server";

const KEY = "pyasc-lint.chip";

interface Row extends vscode.QuickPickItem {
  /** Empty: that of the settings. */
  chip?: string;
}

/** The chip that was selected for the workspace; it holds for every server that starts there. */
export class Chips implements vscode.Disposable {
  private readonly subscription: vscode.Disposable;

  constructor(
    private readonly server: Server,
    private readonly memory: vscode.Memento,
  ) {
    this.subscription = server.onDidChangeState((state) => {
      const chip = memory.get<string>(KEY);
      if (state.kind === "ready" && chip !== undefined) {
        void this.pick(chip);
      }
    });
  }

  /** Asks for the chip and has everything checked for it. */
  async select(): Promise<void> {
    const chips = await this.server.ask<Chip[]>("chips");
    if (chips === undefined) {
      void vscode.window.showWarningMessage(vscode.l10n.t("The pyasc-lint server is not running."));
      return;
    }
    const chosen = await vscode.window.showQuickPick(rows(chips), {
      title: vscode.l10n.t("Check for which chip?"),
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (chosen?.chip !== undefined) {
      await this.pick(chosen.chip);
    }
  }

  dispose(): void {
    this.subscription.dispose();
  }

  private async pick(chip: string): Promise<void> {
    const answer = await this.server.ask<{ chip: string | null } | Failure>("pickChip", chip);
    const failed = answer !== undefined && isFailure(answer);
    if (failed) {
      void vscode.window.showWarningMessage(`pyasc-lint: ${answer.error}`);
    }
    await this.memory.update(KEY, failed || chip === "" ? undefined : chip);
  }
}

function rows(chips: readonly Chip[]): Row[] {
  const { t } = vscode.l10n;
  const picked = chips.some((chip) => chip.picked);
  const mark = (on: boolean): string => (on ? "$(check) " : "");
  const settings: Row = {
    label: `${mark(!picked)}${t("As the settings say")}`,
    description: t("the setting pyasc-lint.target, the file, or the configuration file"),
    chip: "",
  };
  const row = (chip: Chip): Row => ({
    label: `${mark(chip.picked)}${chip.name}`,
    description: [chip.family, ...chip.aliases].join(", "),
    detail: [chip.cores, chip.ubBytes === null ? "" : `UB ${chip.ubBytes / 1024} KiB`].filter(Boolean).join(", "),
    chip: chip.name,
  });
  const heading = (label: string): Row => ({ label, kind: vscode.QuickPickItemKind.Separator });
  return [
    settings,
    heading(t("static-Tensor kernels")),
    ...chips.filter((chip) => chip.staticTensor).map(row),
    heading(t("other chips")),
    ...chips.filter((chip) => !chip.staticTensor).map(row),
  ];
}
