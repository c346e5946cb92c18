import { once } from 'node:events';

/** What the program says: results on stdout, everything else on stderr. */
export interface Output {
  isJson: boolean;
  /** Writes a result: as JSON where that was asked for, else as `text` says it. */
  result(value: unknown, text: () => string): Promise<void>;
  /** Writes bytes of a result. */
  bytes(chunk: Uint8Array): Promise<void>;
  /** Says something beside the result, on a line of its own. */
  say(text: string): void;
  /** Shows how far something is: in place on a terminal, else each message once. */
  progress(percent: number, message: string): void;
  /** Takes back what `progress` has left on the line. */
  endProgress(): void;
}

const escapes = /(?![\n\t])\p{Cc}/gu;

export function createOutput(isJson: boolean): Output {
  const { stdout, stderr } = process;
  let shown = '';
  const write = async (chunk: string | Uint8Array): Promise<void> => {
    if (!stdout.write(chunk)) await once(stdout, 'drain');
  };
  const endProgress = (): void => {
    if (shown !== '' && stderr.isTTY) stderr.write('\r\u001B[K');
    shown = '';
  };
  return {
    isJson,
    endProgress,
    async result(value, text) {
      endProgress();
      const said = isJson ? JSON.stringify(value, null, 2) : forTerminal(text(), stdout.isTTY);
      if (said !== '') await write(`${said}\n`);
    },
    bytes: write,
    say(text) {
      endProgress();
      stderr.write(`${forTerminal(text, stderr.isTTY)}\n`);
    },
    progress(percent, message) {
      const line = `${String(Math.round(percent)).padStart(3)} % ${forTerminal(message, true).slice(0, 100)}`;
      if (line === shown) return;
      shown = line;
      if (stderr.isTTY) stderr.write(`\r\u001B[K${line}`);
      else if (!isJson) stderr.write(`${line}\n`);
    },
  };
}

/** Names and texts of others must not steer the terminal. */
function forTerminal(text: string, isTerminal: boolean): string {
  return isTerminal ? text.replace(escapes, '\uFFFD') : text;
}

/** Rows with columns under each other. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_cell, at) => Math.max(...rows.map((row) => row[at]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
