// oxlint-disable-next-line no-control-regex -- terminal sequences begin with a control character
const moves = /\r|\x1b\[(\d*)([ABK])/;
/** What moves the cursor, or takes a line away, as its own part of the text. */
// oxlint-disable-next-line no-control-regex -- terminal sequences begin with a control character
const parts = /(\n|\r|\x1b\[\d*[ABK])/;
/** More lines than this no code writes over. */
const mostUp = 500;

/** Whether a text writes over what stands before it. */
export function writesOver(text: string): boolean {
  return moves.test(text);
}

/**
 * Does to printed text what a terminal does at a carriage return, and where the cursor is moved up or a line erased: lines
 * are written anew, so that of progress bars the newest state is left, also of several below each other. What is left of a
 * line is what was written to it last. A return and moves at the very end stay, since what writes over it is yet to come.
 */
export function foldCarriageReturns(text: string): string {
  if (!writesOver(text)) return text;
  const lines = [''];
  let row = 0;
  let isAtStart = true;
  for (const part of text.replaceAll('\r\n', '\n').split(parts)) {
    if (part === '') continue;
    const move = moves.exec(part);
    if (part === '\n') {
      row += 1;
      if (row === lines.length) lines.push('');
      isAtStart = true;
    } else if (part === '\r') isAtStart = true;
    else if (move && part.startsWith('\x1b')) {
      const count = Math.min(mostUp, Number(move[1] || 1));
      // What stands before the cursor stays, unless it asks for the whole line.
      if (move[2] === 'K') lines[row] = isAtStart || count === 2 ? '' : lines[row]!;
      else row = Math.max(0, Math.min(lines.length - 1, row + (move[2] === 'A' ? -count : count)));
    } else {
      lines[row] = isAtStart ? part : lines[row] + part;
      isAtStart = false;
    }
  }
  return lines.join('\n') + '\x1b[A'.repeat(lines.length - 1 - row) + (isAtStart && lines[row] !== '' ? '\r' : '');
}
