// oxlint-disable-next-line no-control-regex -- terminal sequences begin with a control character
const moves = /\r|\x1b\[(\d*)([ABK])/;
/** What moves the cursor, or takes a line away, as its own part of the text. */
// oxlint-disable-next-line no-control-regex -- terminal sequences begin with a control character
const parts = /(\n|\r|\x1b\[\d*[ABK])/;
/** More lines than this no code writes over. */
const mostUp = 500;

// oxlint-disable-next-line no-control-regex -- terminal sequences begin with a control character
const endsMoved = /(?:\r|\x1b\[\d*[AB])$/;

/** Whether what is printed after a text writes over some of it; most that colours does not. */
export function writesOver(before: string, added: string): boolean {
  if (endsMoved.test(before)) return true;
  if (!moves.test(added)) return false;
  // Above its first line, and in that line where it goes on with the last one, stands what was before.
  const isNewLine = before === '' || before.endsWith('\n');
  let row = 0;
  for (const part of added.replaceAll('\r\n', '\n').split(parts)) {
    const move = moves.exec(part);
    if (part === '\n') row += 1;
    else if (!move) continue;
    else if (move[2] === 'A') row -= Number(move[1] || 1);
    else if (move[2] !== 'B' && row === 0 && !isNewLine) return true;
    if (row < 0) return true;
  }
  return false;
}

/**
 * Does to printed text what a terminal does at a carriage return, and where the cursor is moved up or a line erased:
 * lines are written anew, so that of progress bars the newest state is left, also of several below each other. What is
 * left of a line is what was written to it last. A return and moves at the very end stay, since what writes over it is
 * yet to come.
 */
export function foldCarriageReturns(text: string): string {
  if (!moves.test(text)) return text;
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
