/** From this size on a list goes into several blocks. */
const longList = 4_000;
const fenceStart = /^ {0,3}(`{3,}|~{3,}|\$\$)/;
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const indented = /^(?:\s{2,}|\t)\S/;

/**
 * Cuts Markdown into pieces that can be read each by itself: paragraphs, lists, tables, code. Together they are the
 * text. Of a text that grows only the last pieces change, so that the others need not be read again.
 */
export function markdownBlocks(text: string): string[] {
  const blocks: string[] = [];
  let lines: string[] = [];
  let size = 0;
  let fence: string | null = null;
  let isAfterBlank = false;
  const cut = (): void => {
    if (lines.length > 0) blocks.push(lines.join('\n'));
    lines = [];
    size = 0;
  };
  for (const line of text.split('\n')) {
    if (fence !== null) {
      lines.push(line);
      if (closes(line, fence)) {
        fence = null;
        cut();
      }
      continue;
    }
    const isList = lines.some((each) => each !== '') && listItem.test(lines.find((each) => each !== '') ?? '');
    const opened = fenceStart.exec(line)?.[1];
    if (opened !== undefined && !(isList && indented.test(line))) {
      cut();
      if (!(opened === '$$' && line.trim().length > 2)) fence = opened;
    } else if (isAfterBlank && line !== '' && !(isList && (listItem.test(line) || indented.test(line)))) cut();
    else if (isList && size > longList && listItem.test(line) && !indented.test(line)) cut();
    isAfterBlank = line.trim() === '';
    lines.push(line);
    size += line.length + 1;
  }
  cut();
  return blocks;
}

function closes(line: string, fence: string): boolean {
  const said = line.trim();
  if (fence === '$$') return said.endsWith('$$');
  return said.startsWith(fence) && said.replaceAll(fence[0]!, '') === '';
}
