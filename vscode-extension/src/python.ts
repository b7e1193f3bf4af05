import * as vscode from "vscode";

/** What is used of the API of ms-python.python. */
interface PythonApi {
  readonly environments: {
    getActiveEnvironmentPath(resource?: vscode.Uri): { readonly path: string };
    resolveEnvironment(environment: {
      readonly path: string;
    }): Promise<{ readonly executable: { readonly uri?: vscode.Uri | undefined } } | undefined>;
    readonly onDidChangeActiveEnvironmentPath: vscode.Event<unknown>;
  };
}

const EXTENSION = "ms-python.python";

/** The Python that is selected in the Python extension, where that is installed. */
export class SelectedPython implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private subscription: vscode.Disposable | undefined;

  readonly onDidChange = this.changed.event;

  constructor(private readonly log: vscode.LogOutputChannel) {}

  /** The path of the executable, or undefined where nothing is selected. Never rejects. */
  async get(resource: vscode.Uri | undefined): Promise<string | undefined> {
    try {
      const environments = (await this.api())?.environments;
      const active = environments?.getActiveEnvironmentPath(resource);
      const resolved = active && (await environments?.resolveEnvironment(active));
      return resolved?.executable.uri?.fsPath;
    } catch (error) {
      this.log.warn(`the Python extension did not say which Python is selected: ${String(error)}`);
      return undefined;
    }
  }

  private async api(): Promise<PythonApi | undefined> {
    const extension = vscode.extensions.getExtension<Partial<PythonApi>>(EXTENSION);
    const api = await extension?.activate();
    if (api?.environments === undefined) {
      return undefined;
    }
    this.subscription ??= api.environments.onDidChangeActiveEnvironmentPath(() => this.changed.fire());
    return api as PythonApi;
  }

  dispose(): void {
    this.subscription?.dispose();
    this.changed.dispose();
  }
}
