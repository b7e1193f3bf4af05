/** What the server's commands answer and what it tells, as `docs/pages/en/editors.md` has it. */

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

/** What is wrong with the configuration of a document; without a path it is in the settings. */
export interface ConfigurationProblem {
  message: string;
  path: string | null;
  line: number | null;
}

/** A document was checked, without what is wrong with its configuration. */
export interface Checked {
  uri: string;
  version: number | null;
  targets: string[];
  targetOrigin: string;
  kernels: number;
  /** Those below are not there where the server is older. */
  findings?: number;
  problems?: ConfigurationProblem[];
}

export const CHECKED = "pyasc-lint/checked";

export interface Failure {
  error: string;
}

export interface KernelPlace {
  name: string;
  static: boolean;
  range: Range;
}

/**
 * A tensor of a memory; numbers are bytes, null where they are not constant. `line` and `column` are those of its bar in
 * the image. In the text as it is now, `range` is where it is made, and `uses` are the lines, from 1, that use it.
 */
export interface Tensor {
  name: string;
  position: string;
  dtype: string;
  start: number | null;
  end: number | null;
  bytes: number | null;
  address: string;
  end_text: string;
  size_text: string;
  written_by: string[];
  read_by: string[];
  uses: number[];
  path: string;
  line: number;
  column: number;
  range: Range | null;
}

/** A memory of a kernel; `path` is that of the document. */
export interface Memory {
  path: string;
  kernel: string;
  target: string;
  hardware: string;
  core: string;
  start: number;
  end: number;
  buffers: Tensor[];
}

export interface MemoryMap {
  uri: string;
  kernel: string | null;
  svg: string;
  kernels: KernelPlace[];
  memories: Memory[];
}

export interface EmitPreview {
  uri: string;
  kernel: string;
  text: string;
}

export interface EmitFailure extends Failure {
  signature?: string | null;
}

export interface Chip {
  name: string;
  aliases: string[];
  family: string;
  cores: string;
  ubBytes: number | null;
  staticTensor: boolean;
  picked: boolean;
}

export function isFailure(answer: object): answer is Failure {
  return "error" in answer;
}
