import { execFile } from "node:child_process";

/** A Python to try: the command that starts it, and who named it. */
export interface Candidate {
  command: readonly string[];
  origin: "setting" | "selected" | "path";
}

/**
 * What a Python said of itself. `bundled` and `environment` are versions of the server that it can run; `reason` is why
 * it cannot run the bundled one.
 */
export interface Python {
  python: string;
  executable: string;
  bundled?: string | null;
  environment?: string | null;
  reason?: string | null;
}

export type Probed = { candidate: Candidate } & ({ found: Python } | { missing: string } | { broken: string });

const TIMEOUT = 30_000;

/** Runs the launcher with `--probe` in a folder. Never rejects: what went wrong is part of the answer. */
export function probe(candidate: Candidate, launcher: string, folder: string): Promise<Probed> {
  const [command = "", ...first] = candidate.command;
  const settings = { cwd: folder, timeout: TIMEOUT, windowsHide: true };
  return new Promise((resolve) => {
    execFile(command, [...first, launcher, "--probe"], settings, (error, stdout, stderr) => {
      const found = parse(stdout);
      if (found !== undefined) {
        resolve({ candidate, found });
      } else if (error !== null && (error.code === "ENOENT" || error.code === "EACCES")) {
        resolve({ candidate, missing: error.message });
      } else {
        resolve({ candidate, broken: stderr.trim() || error?.message || "it said nothing" });
      }
    });
  });
}

function parse(output: string): Python | undefined {
  try {
    const data: unknown = JSON.parse(output.trim().split("\n").pop() ?? "");
    return typeof data === "object" && data !== null && "python" in data ? (data as Python) : undefined;
  } catch {
    return undefined;
  }
}
