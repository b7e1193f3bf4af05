/** Runs a task again on request: never twice at a time, and however often it is asked for meanwhile, once more. */
export class RestartQueue {
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly task: () => Promise<void>) {}

  /** Resolves once a run that began after this call has ended, and rejects with what it threw. */
  request(): Promise<void> {
    if (this.running === undefined) {
      return this.run();
    }
    this.next ??= settled(this.running).then(() => {
      this.next = undefined;
      return this.run();
    });
    return this.next;
  }

  /** Resolves once no run is under way or waits. */
  async idle(): Promise<void> {
    while (this.running !== undefined) {
      await settled(this.next ?? this.running);
    }
  }

  private run(): Promise<void> {
    this.running = this.task().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }
}

function settled(run: Promise<void>): Promise<void> {
  return run.catch(() => undefined);
}
