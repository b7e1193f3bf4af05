import * as vscode from "vscode";
import { CloseAction, ErrorAction, type LanguageClient } from "vscode-languageclient/node";
import { candidates, chooseServer, type Launch, type Problem } from "./choice";
import { createClient } from "./client";
import { probe } from "./probe";
import type { SelectedPython } from "./python";
import { RestartQueue } from "./restarts";
import { clientSettings } from "./settings";

/** How the server is. `failed` without a problem: it ended too often, or did not start; the log says how. */
export type State =
  | { kind: "stopped" }
  | { kind: "starting" }
  | { kind: "ready"; launch: Launch; version: string }
  | { kind: "failed"; problem?: Problem; launch?: Launch };

/** A server that ends is started again, but not more often than this within so many milliseconds. */
const MAX_CRASHES = 4;
const CRASH_WINDOW = 3 * 60_000;

type Executor = (command: string, args: unknown[], next: (command: string, args: unknown[]) => unknown) => unknown;

/** The language server of the window, and the client that speaks to it. */
export class Server implements vscode.Disposable {
  private readonly queue = new RestartQueue(() => this.start());
  private readonly changed = new vscode.EventEmitter<State>();
  private client: LanguageClient | undefined;
  private current: State = { kind: "stopped" };
  private closing = false;

  readonly onDidChangeState = this.changed.event;

  constructor(
    private readonly launcher: string,
    private readonly python: SelectedPython,
    private readonly log: vscode.LogOutputChannel,
    private readonly executeCommand: Executor,
  ) {}

  get state(): State {
    return this.current;
  }

  /** Starts the server, or starts it again. Resolves once it runs or cannot; the state says which. */
  restart(why: string): Promise<void> {
    this.log.info(`starting the server: ${why}`);
    return this.queue.request();
  }

  /** What a command of the server answers; undefined where no server runs. Rejects with what the server says. */
  async ask<T>(command: string, ...args: unknown[]): Promise<T | undefined> {
    if (this.current.kind !== "ready") {
      return undefined;
    }
    return this.client?.sendRequest<T>("workspace/executeCommand", { command: `pyasc-lint.${command}`, arguments: args });
  }

  async stop(): Promise<void> {
    this.closing = true;
    await this.end();
    this.become({ kind: "stopped" });
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async start(): Promise<void> {
    if (this.closing) {
      return;
    }
    await this.end();
    this.become({ kind: "starting" });
    const choice = await this.choose();
    for (const note of choice.notes) {
      this.log.info(note);
    }
    if ("kind" in choice) {
      this.become({ kind: "failed", problem: choice });
      return;
    }
    this.log.info(`${choice.source}: ${[choice.command, ...choice.args].join(" ")}`);
    const client = createClient(choice, this.log, this.errorHandler(choice), this.executeCommand);
    this.client = client;
    try {
      await client.start();
      this.become({ kind: "ready", launch: choice, version: client.initializeResult?.serverInfo?.version ?? "" });
    } catch (error) {
      this.log.error(`the server did not start: ${String(error)}`);
      this.become({ kind: "failed", launch: choice });
    }
  }

  private async choose(): Promise<Launch | Problem> {
    const settings = clientSettings();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const selected = settings.trusted ? await this.python.get(folder) : undefined;
    const tried = candidates(settings.interpreter, selected, settings.trusted, process.platform);
    return chooseServer(settings, tried, this.launcher, (candidate) => probe(candidate, this.launcher));
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose();
    } catch (error) {
      this.log.warn(`the server did not end in time: ${String(error)}`);
    }
  }

  /** Starts a server that ended again, unless it never came up or ends all the time. */
  private errorHandler(launch: Launch) {
    const crashes: number[] = [];
    return {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        const now = Date.now();
        crashes.push(now);
        const often = crashes.filter((time) => now - time < CRASH_WINDOW).length > MAX_CRASHES;
        if (this.current.kind !== "ready" || often) {
          this.become({ kind: "failed", launch });
          return { action: CloseAction.DoNotRestart, handled: true };
        }
        return { action: CloseAction.Restart, handled: true };
      },
    };
  }

  private become(state: State): void {
    this.current = state;
    this.changed.fire(state);
  }
}
