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
    this.next ??= this.running.catch(() => undefined).then(() => {
      this.next = undefined;
      return this.run();
    });
    return this.next;
  }

  private run(): Promise<void> {
    const running = this.task().finally(() => {
      this.running = undefined;
    });
    this.running = running;
    return running;
  }
}
