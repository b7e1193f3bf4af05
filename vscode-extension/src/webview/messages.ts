import type { Memory } from "../protocol";

/** Where a tensor is made, as its bar says. */
export interface Place {
  path: string;
  line: number;
  column: number;
}

export type ToView =
  | { type: "map"; svg: string; memories: Memory[]; headings: string[] }
  | { type: "mark"; places: Place[] }
  | { type: "problem"; text: string };

export type FromView = { type: "width"; width: number } | ({ type: "jump" } & Place);
