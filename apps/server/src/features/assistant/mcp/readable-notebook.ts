import { trimmedText } from '@groma/model';

interface File {
  cells?: { cell_type: string; id?: string; source: Lines; outputs?: Output[] }[];
}
interface Output {
  output_type: string;
  text?: Lines;
  data?: Record<string, unknown>;
  ename?: string;
  evalue?: string;
}
type Lines = string | string[];

/** Cells of a Jupyter file with the text of their outputs. Pictures and the like are named, not shown. */
export function readableNotebook(file: unknown) {
  const { cells = [] } = file as File;
  return cells.map(({ cell_type, id, source, outputs = [] }) => ({
    ...(id !== undefined && { id }),
    cell_type,
    source: joined(source),
    ...(outputs.length > 0 && { outputs: trimmedText(outputs.map(outputText).join('\n')) }),
  }));
}

function outputText({ text, data, ename, evalue }: Output): string {
  if (text !== undefined) return joined(text);
  if (ename !== undefined) return `${ename}: ${evalue ?? ''}`;
  const plain = data?.['text/plain'];
  if (plain !== undefined) return joined(plain as Lines);
  return Object.keys(data ?? {})
    .map((type) => `[${type}]`)
    .join(' ');
}

function joined(lines: Lines): string {
  return typeof lines === 'string' ? lines : lines.join('');
}
