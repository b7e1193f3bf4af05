// The script of the memory map's page: shows what the extension sends, marks bars, and tells which were clicked.
import type { Memory, Tensor } from "../protocol";
import type { FromView, Place, ToView } from "./messages";

declare function acquireVsCodeApi(): { postMessage(message: FromView): void };

const vscode = acquireVsCodeApi();
const problem = element("problem");
const image = element("image");
const tables = element("tables");
let marked: readonly Place[] = [];

window.addEventListener("message", ({ data }: MessageEvent<ToView>) => {
  switch (data.type) {
    case "map":
      problem.hidden = true;
      image.replaceChildren(picture(data.svg));
      tables.replaceChildren(...data.memories.map((memory) => table(memory, data.headings)));
      mark();
      break;
    case "mark":
      marked = data.places;
      mark();
      break;
    case "problem":
      problem.textContent = data.text;
      problem.hidden = false;
      break;
  }
});

document.addEventListener("click", (event) => jump(event.target));
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === " ") {
    jump(event.target);
    event.preventDefault();
  }
});

new ResizeObserver(() => vscode.postMessage({ type: "width", width: Math.floor(image.clientWidth) })).observe(image);

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`the page has no ${id}`);
  }
  return found;
}

/** The image without its colours: those of the editor's theme hold here. */
function picture(svg: string): SVGElement {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement as unknown as SVGElement;
  root.querySelector("style")?.remove();
  for (const bar of root.querySelectorAll<SVGElement>(".tensor")) {
    focusable(bar, bar.querySelector("title")?.textContent ?? "");
  }
  return root;
}

function table(memory: Memory, headings: readonly string[]): HTMLElement {
  const made = document.createElement("table");
  made.createCaption().textContent = `${memory.hardware} (${memory.core}, ${memory.target})`;
  const head = made.createTHead().insertRow();
  for (const heading of headings) {
    head.appendChild(document.createElement("th")).textContent = heading;
  }
  const body = made.createTBody();
  for (const tensor of memory.buffers) {
    const row = body.insertRow();
    const { path, line, column } = tensor;
    Object.assign(row.dataset, { path, line: String(line), column: String(column) });
    focusable(row, tensor.name);
    for (const text of cells(tensor)) {
      row.insertCell().textContent = text;
    }
  }
  return made;
}

function cells(tensor: Tensor): string[] {
  const number = (value: number | null, text: string): string => (value === null ? text : value.toLocaleString("en"));
  return [
    tensor.name,
    tensor.position,
    tensor.dtype,
    number(tensor.start, tensor.address),
    number(tensor.end, tensor.end_text),
    number(tensor.bytes, tensor.size_text),
    [tensor.written_by.join(", "), "→", tensor.read_by.join(", ")].join(" ").trim(),
    [...new Set([tensor.uses[0], tensor.uses.at(-1)])].join("–"),
  ];
}

function focusable(target: HTMLElement | SVGElement, label: string): void {
  target.setAttribute("tabindex", "0");
  target.setAttribute("role", "button");
  target.setAttribute("aria-label", label);
}

function mark(): void {
  for (const target of document.querySelectorAll<HTMLElement | SVGElement>("[data-line]")) {
    const place = placeOf(target);
    const on = marked.some(
      (each) => each.path === place.path && each.line === place.line && each.column === place.column,
    );
    target.classList.toggle("marked", on);
  }
}

function jump(target: EventTarget | null): void {
  const found = target instanceof Element ? target.closest<HTMLElement | SVGElement>("[data-line]") : null;
  if (found !== null) {
    vscode.postMessage({ type: "jump", ...placeOf(found) });
  }
}

function placeOf({ dataset }: HTMLElement | SVGElement): Place {
  return { path: dataset["path"] ?? "", line: Number(dataset["line"]), column: Number(dataset["column"]) };
}
