import * as fs from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";
import { State as ClientState, CloseAction, ErrorAction, type LanguageClient } from "vscode-languageclient/node";
import { candidates, chooseServer, type Launch, type Problem } from "./choice";
import { createClient, type Handlers } from "./client";
import { probe } from "./probe";
import type { Checked } from "./protocol";
import type { SelectedPython } from "./python";
import { RestartQueue } from "./restarts";
import { clientSettings } from "./settings";

/** How the server is. `failed` without a problem: it did not come up for a reason, or without one ended too often. */
export type State =
  | { kind: "stopped" }
  | { kind: "starting" }
  | { kind: "ready"; launch: Launch; version: string }
  | { kind: "failed"; problem: Problem }
  | { kind: "failed"; problem?: undefined; launch: Launch; reason?: string };

/** A server that ends is started again, unless it ended more often than this within so many milliseconds. */
const MAX_CRASHES = 4;
const CRASH_WINDOW = 3 * 60_000;

/** Milliseconds to wait for a check. */
const CHECK_TIMEOUT = 10_000;

/** The language server of the window, and the client that speaks to it. */
export class Server implements vscode.Disposable {
  private readonly queue = new RestartQueue(() => this.start());
  private readonly stateChanged = new vscode.EventEmitter<State>();
  private readonly wasChecked = new vscode.EventEmitter<Checked>();
  private readonly checks = new Map<string, Checked>();
  private client: LanguageClient | undefined;
  private current: State = { kind: "stopped" };
  private closing = false;

  readonly onDidChangeState = this.stateChanged.event;
  readonly onDidCheck = this.wasChecked.event;

  constructor(
    private readonly launcher: string,
    private readonly python: SelectedPython,
    private readonly log: vscode.LogOutputChannel,
    private readonly executeCommand: Handlers["executeCommand"],
  ) {}

  get state(): State {
    return this.current;
  }

  /** What the running server last said of a document. */
  checked(uri: vscode.Uri): Checked | undefined {
    return this.checks.get(uri.toString());
  }

  /** What the server says of the document as it is now; undefined where it says nothing for a while. */
  nextCheck(document: vscode.TextDocument): Promise<Checked | undefined> {
    const { uri, version } = document;
    const fits = (check: Checked | undefined): boolean =>
      check?.uri === uri.toString() && (check.version ?? 0) >= version;
    const known = this.checked(uri);
    if (fits(known)) {
      return Promise.resolve(known);
    }
    return new Promise((resolve) => {
      const done = (check: Checked | undefined): void => {
        clearTimeout(timer);
        listening.dispose();
        resolve(check);
      };
      const listening = this.onDidCheck((check) => fits(check) && done(check));
      const timer = setTimeout(() => done(undefined), CHECK_TIMEOUT);
    });
  }

  /** Starts the server, or starts it again. Resolves once it runs or cannot; the state says which. */
  restart(why: string): Promise<void> {
    this.log.info(`starting the server: ${why}`);
    return this.queue.request();
  }

  /** Starts the server again where another one, or another Python, is now to be used. */
  async reconsider(why: string): Promise<void> {
    await this.queue.idle();
    const state = this.current;
    if (state.kind !== "ready" || JSON.stringify(state.launch) !== JSON.stringify(await this.choose())) {
      await this.restart(why);
    }
  }

  /** What a command of the server answers; undefined where no server runs. Rejects with what the server says. */
  async ask<T extends object>(command: string, ...args: unknown[]): Promise<T | undefined> {
    await this.queue.idle();
    const params = { command: `pyasc-lint.${command}`, arguments: args };
    return this.current.kind === "ready" ? this.client?.sendRequest<T>("workspace/executeCommand", params) : undefined;
  }

  async stop(): Promise<void> {
    this.closing = true;
    await this.end();
    this.become({ kind: "stopped" });
  }

  dispose(): void {
    this.stateChanged.dispose();
    this.wasChecked.dispose();
  }

  private async start(): Promise<void> {
    if (this.closing) {
      return;
    }
    this.become({ kind: "starting" });
    await this.end();
    const choice = await this.choose();
    if (this.closing) {
      return; // that took a while
    }
    for (const note of choice.notes) {
      this.log.info(note);
    }
    if ("kind" in choice) {
      this.log.error(`there is no server to start: ${JSON.stringify(choice)}`);
      this.become({ kind: "failed", problem: choice });
      return;
    }
    this.log.info(`${choice.source} server: ${[choice.command, ...choice.args].join(" ")}`);
    const client = createClient(choice, this.folder(), this.log, {
      errors: this.errorHandler(choice),
      checked: (check) => this.take(check),
      executeCommand: this.executeCommand,
    });
    this.client = client;
    // The client starts the server again by itself where that ended.
    client.onDidChangeState(({ newState }) => {
      if (newState === ClientState.Running) {
        void client.start().then(
          () => this.ready(client, choice),
          () => undefined,
        );
      }
    });
    try {
      await client.start();
      this.ready(client, choice);
    } catch (error) {
      this.log.error(`the server did not start: ${String(error)}`);
      if (this.current.kind === "starting") {
        this.become({ kind: "failed", launch: choice, reason: error instanceof Error ? error.message : String(error) });
      }
    }
  }

  private ready(client: LanguageClient, launch: Launch): void {
    if (client === this.client && this.current.kind === "starting") {
      const version = client.initializeResult?.serverInfo?.version ?? "";
      const python = launch.python === undefined ? "" : `, Python ${launch.python} (${launch.executable ?? launch.command})`;
      this.log.info(`ready: ${launch.source} server ${version}${python}`);
      this.become({ kind: "ready", launch, version });
    }
  }

  private async choose(): Promise<Launch | Problem> {
    const settings = clientSettings();
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const selected = settings.trusted ? await this.python.get(folder) : undefined;
    const tried = candidates(settings.interpreter, selected, settings.trusted, process.platform);
    return chooseServer(settings, tried, this.launcher, (candidate) => probe(candidate, this.launcher, this.folder()));
  }

  /** Where Python is started: in the workspace, as version managers expect, unless what is there may be hostile. */
  private folder(): string {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const usable = folder !== undefined && vscode.workspace.isTrusted && fs.existsSync(folder.fsPath);
    return usable ? folder.fsPath : path.dirname(this.launcher);
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.checks.clear();
    try {
      await client?.dispose();
    } catch (error) {
      this.log.warn(`the server did not end as it should: ${String(error)}`);
    }
  }

  private take(check: Checked): void {
    this.checks.set(check.uri, check);
    this.wasChecked.fire(check);
  }

  /** Starts a server that ended again, unless it never came up or ends all the time. */
  private errorHandler(launch: Launch): Handlers["errors"] {
    const crashes: number[] = [];
    return {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => {
        const now = Date.now();
        crashes.push(now);
        const often = crashes.filter((time) => now - time < CRASH_WINDOW).length > MAX_CRASHES;
        if (this.current.kind !== "ready") {
          this.become({ kind: "failed", launch, reason: vscode.l10n.t("it ended at once") });
          return { action: CloseAction.DoNotRestart, handled: true };
        }
        if (often) {
          this.become({ kind: "failed", launch });
          return { action: CloseAction.DoNotRestart, handled: true };
        }
        this.log.warn("the server ended and is started again");
        this.checks.clear();
        this.become({ kind: "starting" });
        return { action: CloseAction.Restart, handled: true };
      },
    };
  }

  private become(state: State): void {
    this.current = state;
    this.stateChanged.fire(state);
  }
}
