import type { Candidate, Probed } from "./probe";

export type ImportStrategy = "useBundled" | "fromEnvironment";

/** What decides about the server, apart from the Pythons that there are. */
export interface Wishes {
  strategy: ImportStrategy;
  trusted: boolean;
  path: readonly string[];
}

/** How to start the server. `version` and `python` are unknown for a command of the user's own. */
export interface Launch {
  source: "bundled" | "environment" | "path";
  command: string;
  args: readonly string[];
  version?: string;
  python?: string;
  /** The path of that Python. */
  executable?: string;
  notes: readonly string[];
  /** Set where the Python of the setting cannot be used, and another one is. */
  unusable?: Probed;
  /** Set where the server of the environment is wanted, and there is none. */
  notInstalled?: true;
}

/** Why there is no server: no Python at all, only old ones, or none that has a server. */
export type Problem =
  | { kind: "missing"; tried: readonly string[]; notes: readonly string[] }
  | { kind: "old"; python: string; version: string; notes: readonly string[] }
  | { kind: "no-server"; python: string; version: string; reason: string; notes: readonly string[] };

export const OLDEST: readonly [number, number] = [3, 10];

/** The Pythons to try, in order: that of the setting, the selected one, and what the path has. */
export function candidates(
  setting: readonly string[],
  selected: string | undefined,
  trusted: boolean,
  platform: NodeJS.Platform,
): Candidate[] {
  const found: Candidate[] = [];
  if (setting.length > 0) {
    found.push({ command: setting, origin: "setting" });
  }
  if (selected !== undefined && trusted) {
    found.push({ command: [selected], origin: "selected" });
  }
  const names = platform === "win32" ? [["python"], ["py", "-3"]] : [["python3"], ["python"]];
  return [...found, ...names.map((command): Candidate => ({ command, origin: "path" }))];
}

export function oldEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** The first Python that can run a server, with the server that it is to run. */
export async function chooseServer(
  wishes: Wishes,
  tried: Iterable<Candidate>,
  launcher: string,
  probe: (candidate: Candidate) => Promise<Probed>,
): Promise<Launch | Problem> {
  const [own, ...more] = wishes.path;
  if (own !== undefined && wishes.trusted) {
    return { source: "path", command: own, args: more, notes: [] };
  }
  const notes: string[] = [];
  const probed: Probed[] = [];
  for (const candidate of tried) {
    const result = await probe(candidate);
    probed.push(result);
    const launch = launchOf(result, wishes, launcher, notes);
    if (launch !== undefined) {
      const [first] = probed;
      const unusable = first !== result && first?.candidate.origin === "setting" ? first : undefined;
      return { ...launch, notes, ...(unusable && { unusable }) };
    }
  }
  return problemOf(probed, notes);
}

function launchOf(result: Probed, wishes: Wishes, launcher: string, notes: string[]): Launch | undefined {
  const name = result.candidate.command.join(" ");
  if (!("found" in result)) {
    notes.push(`${name}: ${"missing" in result ? result.missing : result.broken}`);
    return undefined;
  }
  const { python, executable, bundled, environment, reason } = result.found;
  if (!oldEnough(python)) {
    notes.push(`${name}: Python ${python} is older than ${OLDEST.join(".")}`);
    return undefined;
  }
  const servers = {
    bundled: bundled ?? undefined,
    environment: wishes.trusted ? (environment ?? undefined) : undefined,
  };
  const wanted = wishes.strategy === "fromEnvironment" && wishes.trusted ? "environment" : "bundled";
  const source = servers[wanted] !== undefined ? wanted : wanted === "bundled" ? "environment" : "bundled";
  if (source !== wanted) {
    notes.push(
      wanted === "bundled" ? `${name}: ${reason ?? "no bundled server"}` : `${name}: pyasc-lint is not installed there`,
    );
  }
  const version = servers[source];
  if (version === undefined) {
    return undefined;
  }
  const [command = "", ...first] = result.candidate.command;
  const args = [...first, launcher, ...(source === "environment" ? ["--environment"] : [])];
  const notInstalled = wanted === "environment" && source === "bundled";
  return { source, command, args, version, python, executable, notes, ...(notInstalled && { notInstalled }) };
}

function problemOf(probed: readonly Probed[], notes: readonly string[]): Problem {
  const found = probed.flatMap((result) => ("found" in result ? [result.found] : []));
  const able = found.find(({ python }) => oldEnough(python));
  if (able !== undefined) {
    const reason = able.reason ?? "";
    return { kind: "no-server", python: able.executable, version: able.python, reason, notes };
  }
  const [old] = found;
  if (old !== undefined) {
    return { kind: "old", python: old.executable, version: old.python, notes };
  }
  return { kind: "missing", tried: probed.map(({ candidate }) => candidate.command.join(" ")), notes };
}
