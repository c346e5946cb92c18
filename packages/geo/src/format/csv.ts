const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * A quoted cell that is not closed within so many characters was none: its quote is text. Long enough for the WKT of a
 * coast.
 */
const longestQuoted = 16 * 1024 * 1024;
/** Quotes that do not close after which quotes mean nothing any more: each costs reading what follows it again. */
const mostOpenQuotes = 100;
const mostCells = 100_000;

/** Raised for a row of more cells than any table has. */
export class TooManyCells extends RangeError {
  override readonly name = 'TooManyCells';
}

/**
 * Reads CSV (RFC 4180) that comes in pieces: quoted cells may hold delimiters, doubled quotes and line ends; lines end
 * with LF, CRLF or CR; empty lines are left out. A quote inside an unquoted cell is text, and so is one that opens a
 * cell and does not close within 16 MB or before the end. @throws TooManyCells
 */
export class CsvParser {
  private readonly delimiter: string;
  private cell = '';
  private row: string[] = [];
  private state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  private afterReturn = false;
  private rows = 0;
  private readonly open: number[] = [];
  /** What came since the quote that opened the cell. */
  private held: string[] = [];
  private heldCharacters = 0;

  constructor(delimiter: string) {
    this.delimiter = delimiter;
  }

  /** Numbers of the rows, from 1, with a quote that does not close. */
  get openQuotes(): readonly number[] {
    return this.open;
  }

  /** The rows that `text` completes. */
  *push(text: string): Generator<string[]> {
    for (const token of splitTokens(text, this.delimiter)) yield* this.step(token);
  }

  /** The last row, where the text does not end with a line end. */
  *end(): Generator<string[]> {
    while (this.state === 'quoted') yield* this.giveUpQuote();
    yield* this.endRow();
  }

  private *step(token: string): Generator<string[]> {
    if (token === '\n' && this.afterReturn && this.state !== 'quoted') {
      this.afterReturn = false;
      return;
    }
    this.afterReturn = token === '\r' && this.state !== 'quoted';
    if (this.take(token)) yield* this.endRow();
    if (this.state === 'quoted' && this.heldCharacters > longestQuoted) yield* this.giveUpQuote();
  }

  /** Takes the quote that opened the cell for text, and reads what followed it again. */
  private *giveUpQuote(): Generator<string[]> {
    const { held } = this;
    this.open.push(this.rows + 1);
    this.release();
    this.cell = '"';
    this.state = 'plain';
    for (const token of held) yield* this.step(token);
  }

  private release(): void {
    this.held = [];
    this.heldCharacters = 0;
  }

  private take(token: string): boolean {
    if (this.state === 'quoted' || this.state === 'closed') {
      this.held.push(token);
      this.heldCharacters += token.length;
    }
    if (this.state === 'quoted') {
      if (token === '"') this.state = 'closed';
      else this.cell += token;
      return false;
    }
    if (token === '"' && this.state === 'closed') {
      this.cell += '"';
      this.state = 'quoted';
    } else if (token === '"' && this.state === 'start' && this.open.length < mostOpenQuotes) this.state = 'quoted';
    else if (token === this.delimiter) this.endCell();
    else if (token === '\n' || token === '\r') return true;
    else {
      this.cell += token;
      this.state = this.state === 'closed' ? 'closed' : 'plain';
    }
    return false;
  }

  private endCell(): void {
    if (this.row.length >= mostCells) throw new TooManyCells(`row ${this.rows + 1} has more than ${mostCells} cells`);
    this.release();
    this.row.push(this.cell);
    this.cell = '';
    this.state = 'start';
  }

  private *endRow(): Generator<string[]> {
    if (!this.row.length && this.state === 'start') return;
    this.endCell();
    const row = this.row;
    this.row = [];
    this.rows++;
    yield row;
  }
}

/** Cuts text at each quote, delimiter and line end, which stand alone in the result. */
function splitTokens(text: string, delimiter: string): string[] {
  const special = delimiter === '|' ? '\\|' : delimiter;
  return text.split(new RegExp(`(["\\r\\n${special}])`)).filter((token) => token !== '');
}

/** The delimiter that cuts the first lines of a text into the same number of cells, more than one; else a comma. */
export function detectDelimiter(head: string): string {
  let best: { delimiter: string; cells: number } = { delimiter: ',', cells: 1 };
  for (const delimiter of DELIMITERS) {
    const rows = [...new CsvParser(delimiter).push(head)].slice(0, 20);
    const cells = rows[0]?.length ?? 1;
    const regular = rows.every((row) => row.length === cells);
    if (regular && cells > best.cells) best = { delimiter, cells };
  }
  return best.cells > 1
    ? best.delimiter
    : (DELIMITERS.toSorted((one, other) => count(head, other) - count(head, one))[0] ?? ',');
}

function count(head: string, delimiter: string): number {
  return (head.split(/\r?\n/, 1)[0] ?? '').split(delimiter).length;
}
