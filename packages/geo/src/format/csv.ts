const DELIMITERS = [',', ';', '\t', '|'] as const;

/**
 * Reads CSV (RFC 4180) that comes in pieces: quoted cells may hold delimiters, doubled quotes and line ends; lines end
 * with LF, CRLF or CR; empty lines are left out. A quote inside an unquoted cell is text.
 */
export class CsvParser {
  private readonly delimiter: string;
  private cell = '';
  private row: string[] = [];
  private state: 'start' | 'plain' | 'quoted' | 'closed' = 'start';
  private afterReturn = false;

  constructor(delimiter: string) {
    this.delimiter = delimiter;
  }

  /** The rows that `text` completes. */
  *push(text: string): Generator<string[]> {
    for (const letter of splitTokens(text, this.delimiter)) {
      if (letter === '\n' && this.afterReturn && this.state !== 'quoted') {
        this.afterReturn = false;
        continue;
      }
      this.afterReturn = letter === '\r' && this.state !== 'quoted';
      if (this.take(letter)) yield* this.endRow();
    }
  }

  /** The last row, where the text does not end with a line end. */
  *end(): Generator<string[]> {
    yield* this.endRow();
  }

  private take(token: string): boolean {
    if (this.state === 'quoted') {
      if (token === '"') this.state = 'closed';
      else this.cell += token;
      return false;
    }
    if (token === '"' && this.state === 'closed') {
      this.cell += '"';
      this.state = 'quoted';
    } else if (token === '"' && this.state === 'start') this.state = 'quoted';
    else if (token === this.delimiter) this.endCell();
    else if (token === '\n' || token === '\r') return true;
    else {
      this.cell += token;
      this.state = this.state === 'closed' ? 'closed' : 'plain';
    }
    return false;
  }

  private endCell(): void {
    this.row.push(this.cell);
    this.cell = '';
    this.state = 'start';
  }

  private *endRow(): Generator<string[]> {
    if (!this.row.length && this.state === 'start') return;
    this.endCell();
    const row = this.row;
    this.row = [];
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
  return best.cells > 1 ? best.delimiter : (DELIMITERS.toSorted((one, other) => count(head, other) - count(head, one))[0] ?? ',');
}

function count(head: string, delimiter: string): number {
  return (head.split(/\r?\n/, 1)[0] ?? '').split(delimiter).length;
}
