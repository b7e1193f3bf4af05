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

/** Milliseconds: the Python extension may look for environments for minutes, and kernels are to be checked meanwhile. */
const PATIENCE = 10_000;

/** The Python that is selected in the Python extension, where that is installed. */
export class SelectedPython implements vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly subscriptions: vscode.Disposable[] = [this.changed];
  private listening = false;

  readonly onDidChange = this.changed.event;

  constructor(private readonly log: vscode.LogOutputChannel) {
    this.subscriptions.push(
      vscode.extensions.onDidChange(() => {
        if (!this.listening && vscode.extensions.getExtension(EXTENSION) !== undefined) {
          this.changed.fire(); // it has just been installed
        }
      }),
    );
  }

  /** The path of the executable, or undefined where nothing is selected, or that is not known yet. Never rejects. */
  async get(resource: vscode.Uri | undefined): Promise<string | undefined> {
    const found = this.find(resource);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), PATIENCE);
    });
    const first = await Promise.race([found, late]);
    clearTimeout(timer);
    if (first === null) {
      this.log.info("the Python extension does not say yet which Python is selected");
      void found.then((path) => path !== undefined && this.changed.fire());
    }
    return first ?? undefined;
  }

  dispose(): void {
    vscode.Disposable.from(...this.subscriptions).dispose();
  }

  private async find(resource: vscode.Uri | undefined): Promise<string | undefined> {
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
    const api = await vscode.extensions.getExtension<Partial<PythonApi>>(EXTENSION)?.activate();
    if (api?.environments === undefined) {
      return undefined;
    }
    if (!this.listening) {
      this.listening = true;
      this.subscriptions.push(api.environments.onDidChangeActiveEnvironmentPath(() => this.changed.fire()));
    }
    return api as PythonApi;
  }
}
