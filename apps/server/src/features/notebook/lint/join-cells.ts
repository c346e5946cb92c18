/** Python cells as one text that a linter can read, and the way back from its lines to the cells. */
export interface JoinedCells {
  text: string;
  /** Cell and row (from 1) of a row (from 1) of the text. */
  place(row: number): { cell: number; row: number };
}

/** Cell magics after which the cell is still Python. */
const pythonMagics = /^%%(time|timeit|capture|prun|python3?)\b/;

/**
 * Joins the code cells of a notebook, in order, since a name of one is known in those after it. What IPython
 * understands and Python does not (magics, shell lines, questions) becomes a statement that does nothing, at the same
 * place.
 */
export function joinCells(cells: readonly string[]): JoinedCells {
  const lines: string[] = [];
  const starts: number[] = [];
  for (const cell of cells) {
    starts.push(lines.length);
    lines.push(...plainPython(cell.split(/\r\n|\r|\n/)));
  }
  return {
    text: `${lines.join('\n')}\n`,
    place(row) {
      let cell = starts.findLastIndex((start) => start < row);
      // A cell without any line holds nothing to report.
      if (cell < 0) cell = 0;
      return { cell, row: row - (starts[cell] ?? 0) };
    },
  };
}

function plainPython(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '');
  const magic = first >= 0 && lines[first]!.startsWith('%%');
  if (magic && !pythonMagics.test(lines[first]!)) return lines.map(() => '');
  let quote = '';
  return lines.map((line, index) => {
    const isInside = quote !== '';
    quote = openQuote(line, quote);
    if (isInside) return line;
    return magic && index === first ? '' : withoutMagic(line);
  });
}

function withoutMagic(line: string): string {
  if (/^\s*(%[A-Za-z]|!|\?)/.test(line) || /^\s*[\w.]+\?{1,2}\s*$/.test(line)) return `${/^\s*/.exec(line)![0]}pass`;
  return line.replace(/^(\s*[\w.,\s]+=\s*)(%[A-Za-z]|!).*$/, '$1None');
}

/** The triple quote that is open after a line, given the one open before it. */
function openQuote(line: string, before: string): string {
  let open = before;
  for (const [sign] of line.matchAll(/\\.|"""|'''|#|"(?!"")(?:\\.|[^"\\])*"|'(?!'')(?:\\.|[^'\\])*'/g)) {
    if (sign === '#' && open === '') break;
    if (sign !== '"""' && sign !== "'''") continue;
    if (open === '') open = sign;
    else if (open === sign) open = '';
  }
  return open;
}
