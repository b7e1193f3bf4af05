const WIDTH = 80;

/** A text as C++ comments, broken at blanks so that lines are not too long; further lines of one are indented. */
export function comments(text: string): string {
  return text.split("\n").map(wrapped).join("\n");
}

function wrapped(line: string): string {
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  const lines: string[] = [];
  let current = "";
  for (const word of line.trim().split(/\s+/)) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current !== "" && longer.length > WIDTH) {
      lines.push(current);
      current = `    ${word}`;
    } else {
      current = longer;
    }
  }
  return [...lines, current].map((each) => `// ${indent}${each}`.trimEnd()).join("\n");
}
