import * as vscode from "vscode";
import { OLDEST, type Launch, type Problem } from "./choice";
import type { Server, State } from "./server";
import { openSetting } from "./settings";

type Action = [title: string, run: () => Thenable<unknown> | void];

/** Tells the user, once for each start, why no server runs or another Python runs it than wanted. */
export function tellProblems(server: Server, log: vscode.LogOutputChannel): vscode.Disposable {
  const logs: Action = [vscode.l10n.t("Show Logs"), () => log.show(true)];
  const restart: Action = [vscode.l10n.t("Restart"), () => server.restart("on request")];
  const interpreter: Action = [vscode.l10n.t("Open Setting"), () => openSetting("interpreter")];
  const strategy: Action = [vscode.l10n.t("Open Setting"), () => openSetting("importStrategy")];
  const path: Action = [vscode.l10n.t("Open Setting"), () => openSetting("path")];
  return server.onDidChangeState((state) => {
    if (state.kind === "failed") {
      const more =
        state.problem !== undefined
          ? [interpreter, ...installation(state.problem)]
          : [restart, ...(state.launch.source === "path" ? [path] : [])];
      void offer(vscode.window.showErrorMessage, describe(state), [...more, logs]);
    } else if (state.kind === "ready" && state.launch.unusable !== undefined) {
      void offer(vscode.window.showWarningMessage, describeUnusable(state.launch), [interpreter, logs]);
    } else if (state.kind === "ready" && state.launch.notInstalled) {
      const message = vscode.l10n.t(
        "pyasc-lint is not installed for {0}, as pyasc-lint.importStrategy asks for; the server of the extension runs instead.",
        state.launch.command,
      );
      void offer(vscode.window.showWarningMessage, message, [strategy, logs]);
    }
  });
}

/** Why no server runs, in a sentence or two. */
export function describe(state: State & { kind: "failed" }): string {
  const { t } = vscode.l10n;
  const problem = state.problem;
  if (problem === undefined) {
    return state.reason === undefined
      ? t("The pyasc-lint server ended several times in a row and is not started again.")
      : t(
          "The pyasc-lint server does not start with {0}: {1}",
          command(state.launch),
          state.reason.split("\n")[0] ?? "",
        );
  }
  switch (problem.kind) {
    case "missing":
      return t(
        "pyasc-lint found no Python ({0}). Install Python {1} or newer, or name one in the setting pyasc-lint.interpreter.",
        problem.tried.join(", "),
        OLDEST.join("."),
      );
    case "old":
      return t(
        "pyasc-lint needs Python {0} or newer, but {1} is Python {2}. Name another one in the setting pyasc-lint.interpreter.",
        OLDEST.join("."),
        problem.python,
        problem.version,
      );
    case "no-server":
      return vscode.workspace.isTrusted
        ? t(
            "pyasc-lint has no server for Python {0} ({1}). Install the package of the extension for this platform, or run in a checkout of pyasc-lint: {2}",
            problem.version,
            problem.reason,
            pip(problem.python),
          )
        : t(
            "pyasc-lint has no server for Python {0} ({1}). One that is installed there is used once you trust the workspace.",
            problem.version,
            problem.reason,
          );
  }
}

function describeUnusable(launch: Launch): string {
  const result = launch.unusable;
  const why =
    result === undefined
      ? ""
      : "found" in result
        ? `Python ${result.found.python}`
        : "missing" in result
          ? result.missing
          : result.broken;
  return vscode.l10n.t(
    "pyasc-lint cannot use the Python of the setting pyasc-lint.interpreter ({0}); {1} runs the server instead.",
    why.split("\n")[0] ?? "",
    launch.command,
  );
}

function installation(problem: Problem): Action[] {
  if (problem.kind !== "no-server" || !vscode.workspace.isTrusted) {
    return [];
  }
  return [[vscode.l10n.t("Copy Command"), () => vscode.env.clipboard.writeText(pip(problem.python))]];
}

function command({ command, args }: Launch): string {
  return [command, ...args].join(" ");
}

function pip(python: string): string {
  return `"${python}" -m pip install .`;
}

async function offer(
  show: (message: string, ...items: string[]) => Thenable<string | undefined>,
  message: string,
  actions: readonly Action[],
): Promise<void> {
  const chosen = await show(message, ...actions.map(([title]) => title));
  await actions.find(([title]) => title === chosen)?.[1]();
}
