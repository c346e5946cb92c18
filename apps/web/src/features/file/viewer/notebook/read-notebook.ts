/** A notebook file (nbformat 3 and 4) as it is shown: nothing in it is run. */
export interface ShownNotebook {
  language: string;
  cells: ShownCell[];
}
export type ShownCell =
  | { kind: 'markdown'; text: string }
  | { kind: 'raw'; text: string }
  | { kind: 'code'; text: string; count: number | null; outputs: ShownOutput[] };
/** `withheld` is an output that only running could show, such as HTML with scripts. */
export type ShownOutput =
  | { kind: 'text' | 'error'; text: string }
  | { kind: 'picture'; source: string }
  | { kind: 'withheld'; type: string };

type Json = Record<string, unknown>;
const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const longestText = 100_000;

/** Reads the text of a notebook file. @throws Error when it is none. */
export function readNotebook(text: string): ShownNotebook {
  const found = asRecord(JSON.parse(text));
  const cells = found['cells'] ?? asRecord(asList(found['worksheets'])[0])['cells'];
  if (!Array.isArray(cells)) throw new Error('It has no cells.');
  const metadata = asRecord(found['metadata']);
  const language = asRecord(metadata['language_info'])['name'] ?? asRecord(metadata['kernelspec'])['language'];
  return { language: typeof language === 'string' ? language : '', cells: cells.map((cell) => cellOf(asRecord(cell))) };
}

function cellOf(cell: Json): ShownCell {
  const text = textOf(cell['source'] ?? cell['input']);
  if (cell['cell_type'] !== 'code')
    return { kind: cell['cell_type'] === 'markdown' || cell['cell_type'] === 'heading' ? 'markdown' : 'raw', text };
  const count = cell['execution_count'] ?? cell['prompt_number'];
  return {
    kind: 'code',
    text,
    count: typeof count === 'number' ? count : null,
    outputs: asList(cell['outputs']).map((output) => outputOf(asRecord(output))),
  };
}

function outputOf(output: Json): ShownOutput {
  if (output['output_type'] === 'stream') return { kind: 'text', text: plain(textOf(output['text'])) };
  if (output['output_type'] === 'error' || output['output_type'] === 'pyerr')
    return {
      kind: 'error',
      text: plain(asList(output['traceback']).join('\n') || `${String(output['ename'])}: ${String(output['evalue'])}`),
    };
  const data = asRecord(output['data']);
  const picture = pictures.find((type) => data[type] !== undefined);
  if (picture)
    return { kind: 'picture', source: `data:${picture};base64,${textOf(data[picture]).replaceAll(/\s/g, '')}` };
  if (data['text/plain'] !== undefined) return { kind: 'text', text: plain(textOf(data['text/plain'])) };
  return { kind: 'withheld', type: Object.keys(data)[0] ?? String(output['output_type']) };
}

/** Colours of terminals are left out. */
function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- that is what terminals are told with
  return text.replaceAll(/\u001b\[[\d;]*[A-Za-z]/g, '').slice(0, longestText);
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join('') : typeof value === 'string' ? value : '';
}

const asRecord = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
