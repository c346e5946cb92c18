/**
 * Does to printed text what a terminal does at a carriage return: the line is written anew, so that of a progress bar
 * the newest state is left. A return at the very end stays, since what overwrites the line is yet to come.
 */
export function foldCarriageReturns(text: string): string {
  if (!text.includes('\r')) return text;
  return text.replaceAll('\r\n', '\n').split('\n').map(foldLine).join('\n');
}

function foldLine(line: string): string {
  if (!line.includes('\r')) return line;
  const states = line.split('\r').filter((state) => state !== '');
  return (states.at(-1) ?? '') + (line.endsWith('\r') ? '\r' : '');
}
