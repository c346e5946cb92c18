/** A table of rows and columns that pandas drew as HTML, read as plain text. */
export interface DataFrame {
  /** Heads of the index and the columns, one list per row of the head. */
  head: string[][];
  /** How many cells at the start of each row are the index. */
  indexCount: number;
  rows: string[][];
  /** "21 rows × 6 columns", when it says so. */
  size: string | null;
  isNumeric: boolean[];
}

const mostCells = 20_000;
const numeric = /^[-+−]?[\d,_ ]*\.?\d+(?:e[-+]?\d+)?%?$/i;

const known = new WeakMap<object, DataFrame | null>();

/** The data frame of an HTML output, read once however often the outputs around it change. */
export function dataFrameOf(output: { html: string }): DataFrame | null {
  const found = known.get(output);
  if (found !== undefined) return found;
  const read = readDataFrame(output.html);
  known.set(output, read);
  return read;
}

/**
 * Reads the HTML of a data frame, or null when it is anything else: then it goes into a sandboxed frame as it is.
 * Only texts are taken, so that nothing of the HTML reaches the page (NBK-088).
 */
export function readDataFrame(html: string): DataFrame | null {
  if (html.length > 2_000_000 || !html.includes('class="dataframe"')) return null;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const table = body.querySelector('table.dataframe');
  if (
    !table ||
    body.querySelectorAll('table, script, img, svg, canvas, iframe').length !== 1 ||
    table.querySelector('[rowspan]')
  )
    return null;
  const head = [...table.querySelectorAll('thead tr')].map(cellTexts);
  const bodyRows = [...table.querySelectorAll('tbody tr')];
  const rows = bodyRows.map(cellTexts);
  const width = rows[0]?.length ?? head[0]?.length ?? 0;
  if (width === 0 || rows.length * width > mostCells || [...head, ...rows].some((row) => row.length !== width))
    return null;
  const indexCount = bodyRows[0] ? [...bodyRows[0].children].filter((cell) => cell.tagName === 'TH').length : 1;
  const size =
    [...body.querySelectorAll('p')]
      .map((line) => line.textContent.trim())
      .find((line) => /^\d+ rows × \d+ columns$/.test(line)) ?? null;
  return {
    head,
    indexCount,
    rows,
    size,
    isNumeric: Array.from(
      { length: width },
      (_, column) => rows.length > 0 && rows.every((row) => isNumberOrGap(row[column] ?? '')),
    ),
  };
}

/** Cells that span several columns stand in each of them once; the rest is empty. */
function cellTexts(row: Element): string[] {
  return [...row.children].flatMap((cell) => {
    const span = Math.min(100, Number(cell.getAttribute('colspan') ?? 1) || 1);
    return [cell.textContent.trim(), ...Array.from({ length: span - 1 }, () => '')];
  });
}

function isNumberOrGap(text: string): boolean {
  return numeric.test(text) || text === 'NaN' || text === '...' || text === '' || text === 'inf' || text === '-inf';
}
