import * as vscode from "vscode";
import {
  type Executable,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  type StaticFeature,
  TransportKind,
} from "vscode-languageclient/node";
import type { Launch } from "./choice";
import { CHECKED, type Checked } from "./protocol";
import { SECTION } from "./settings";

export const DOCUMENTS = [
  { scheme: "file", language: "python" },
  { scheme: "untitled", language: "python" },
];

/** What the client hands on to the rest of the extension. */
export interface Handlers {
  readonly errors: NonNullable<LanguageClientOptions["errorHandler"]>;
  readonly checked: (check: Checked) => void;
  readonly executeCommand: (
    command: string,
    args: unknown[],
    next: (command: string, args: unknown[]) => vscode.ProviderResult<unknown>,
  ) => vscode.ProviderResult<unknown>;
}

/** A client that writes what goes wrong to its log alone: messages to the user are up to the extension. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

/** Asks the server to tell of every check. */
const HEARS_CHECKS: StaticFeature = {
  fillClientCapabilities(capabilities) {
    capabilities.experimental = { ...capabilities.experimental, checkedNotification: true };
  },
  initialize() {},
  getState: () => ({ kind: "static" }),
  clear() {},
};

export function createClient(
  launch: Launch,
  folder: string,
  log: vscode.LogOutputChannel,
  handlers: Handlers,
): LanguageClient {
  const server: Executable = { command: launch.command, args: [...launch.args], options: { cwd: folder } };
  if (launch.source !== "path") {
    server.transport = TransportKind.stdio;
  }
  const client = new QuietClient(SECTION, SECTION, server, {
    documentSelector: DOCUMENTS,
    outputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    errorHandler: handlers.errors,
    initializationFailedHandler: () => false,
    middleware: {
      executeCommand: handlers.executeCommand,
      workspace: {
        // What comes of commands has views of its own here.
        configuration: async (params, token, next) => {
          const answers = await next(params, token);
          return Array.isArray(answers)
            ? answers.map((each: object | null) => ({ ...each, showResults: false }))
            : answers;
        },
      },
    },
  });
  client.registerFeature(HEARS_CHECKS);
  client.onNotification(CHECKED, handlers.checked);
  return client;
}
