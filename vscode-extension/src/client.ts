import * as vscode from "vscode";
import {
  type ExecuteCommandSignature,
  type Executable,
  LanguageClient,
  type LanguageClientOptions,
  RevealOutputChannelOn,
  TransportKind,
} from "vscode-languageclient/node";
import type { Launch } from "./choice";
import { SECTION } from "./settings";

export const DOCUMENTS = [
  { scheme: "file", language: "python" },
  { scheme: "untitled", language: "python" },
];

/** A client that writes to its log what goes wrong: messages to the user are up to the extension. */
class QuietClient extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}

export function createClient(
  launch: Launch,
  log: vscode.LogOutputChannel,
  errorHandler: NonNullable<LanguageClientOptions["errorHandler"]>,
  executeCommand: (command: string, args: unknown[], next: ExecuteCommandSignature) => vscode.ProviderResult<unknown>,
): LanguageClient {
  const server: Executable = { command: launch.command, args: [...launch.args] };
  if (launch.source !== "path") {
    server.transport = TransportKind.stdio;
  }
  return new QuietClient(SECTION, SECTION, server, {
    documentSelector: DOCUMENTS,
    outputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    errorHandler,
    initializationFailedHandler: () => false,
    middleware: {
      executeCommand,
      workspace: {
        // Memory maps and previews have views of their own here.
        configuration: async (params, token, next) => {
          const answers = await next(params, token);
          return Array.isArray(answers) ? answers.map((each: object | null) => ({ ...each, showResults: false })) : answers;
        },
      },
    },
  });
}
