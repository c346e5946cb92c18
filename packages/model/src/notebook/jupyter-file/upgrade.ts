import { GromaError } from '../../error/groma-error.ts';
import { newId } from '../../id.ts';
import { joinLines, toLines } from '../jupyter-output.ts';

type Json = Record<string, unknown>;

/** The names that nbformat 3 has for kinds of output. */
const kinds: Readonly<Record<string, string>> = {
  text: 'text/plain',
  html: 'text/html',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpeg: 'image/jpeg',
  latex: 'text/latex',
  json: 'application/json',
  javascript: 'application/javascript',
};

/** Anything that is not a heading any more stays in bounds. */
const mostLevels = 100;

/**
 * A notebook of nbformat 1, 2 or 3 as nbformat 4.5, with what the `nbformat` package changes: worksheets become one
 * list of cells, headings Markdown, `pyout` an `execute_result` and `pyerr` an `error`. One of nbformat 4 is returned
 * as it is.
 * @throws GromaError BAD_NOTEBOOK_TEMPLATE when a list of cells or outputs is none
 */
export function upgradeNotebook(notebook: Json): Json {
  switch (notebook['nbformat']) {
    case 1:
      return {
        nbformat: 4,
        nbformat_minor: 5,
        metadata: {},
        cells: listOf(notebook['cells'], 'cells').map(fromFirst).map(upgradeCell),
      };
    case 2:
    case 3: {
      const {
        worksheets,
        nbformat: _version,
        nbformat_minor: _minor,
        orig_nbformat: _first,
        orig_nbformat_minor: _firstMinor,
        ...rest
      } = notebook;
      const { name: _name, signature: _signature, ...metadata } = recordOf(notebook['metadata']);
      const cells = listOf(worksheets, 'worksheets').flatMap((sheet) => listOf(recordOf(sheet)['cells'], 'cells'));
      return {
        ...rest,
        nbformat: 4,
        nbformat_minor: 5,
        metadata,
        cells: cells.map((cell) => upgradeCell(recordOf(cell))),
      };
    }
    default:
      return notebook;
  }
}

function fromFirst(value: unknown): Json {
  const { cell_type: type, code, text, prompt_number: count } = recordOf(value);
  return type === 'code'
    ? { cell_type: 'code', input: code ?? '', prompt_number: count ?? null, outputs: [] }
    : { cell_type: 'markdown', source: text ?? '' };
}

function upgradeCell({ language, collapsed, input, prompt_number: count, level, ...cell }: Json): Json {
  const metadata = {
    ...recordOf(cell['metadata']),
    ...(cell['cell_type'] === 'code' && collapsed !== undefined && { collapsed }),
  };
  const id = newId();
  switch (cell['cell_type']) {
    case 'code':
      return {
        ...cell,
        id,
        metadata,
        source: textOf(input ?? ''),
        execution_count: count ?? null,
        outputs: listOf(cell['outputs'] ?? [], 'outputs').map((output) => upgradeOutput(recordOf(output))),
      };
    case 'heading':
      return {
        ...cell,
        id,
        metadata,
        cell_type: 'markdown',
        source: `${'#'.repeat(Math.min(mostLevels, Number(level ?? 1) || 1))} ${oneLine(textOf(cell['source'] ?? ''))}`,
      };
    case 'html':
      return { ...cell, id, metadata, cell_type: 'markdown', source: textOf(cell['source'] ?? '') };
    // Other kinds of cells may have a language too.
    default:
      return {
        ...cell,
        ...(language !== undefined && { language }),
        id,
        metadata,
        source: textOf(cell['source'] ?? ''),
      };
  }
}

function upgradeOutput({ output_type: type, metadata, prompt_number: count, stream, ...rest }: Json): Json {
  switch (type) {
    case 'pyerr':
      return { ...rest, output_type: 'error' };
    case 'stream':
      return { ...rest, output_type: 'stream', name: stream ?? 'stdout', text: textOf(rest['text'] ?? '') };
    case 'pyout':
    case 'display_data':
      return {
        output_type: type === 'pyout' ? 'execute_result' : type,
        ...(type === 'pyout' && { execution_count: count ?? null }),
        metadata: withKinds(recordOf(metadata)),
        data: withKinds(rest, valueOf),
      };
    default:
      return { ...rest, output_type: type, ...(metadata !== undefined && { metadata }) };
  }
}

function withKinds(bundle: Json, change: (kind: string, value: unknown) => unknown = (_, value) => value): Json {
  return Object.fromEntries(
    Object.entries(bundle).map(([name, value]) => {
      const kind = Object.hasOwn(kinds, name) ? kinds[name]! : name;
      return [kind, change(kind, value)];
    }),
  );
}

function valueOf(kind: string, value: unknown): unknown {
  const text = Array.isArray(value) && value.every((line) => typeof line === 'string') ? textOf(value) : value;
  if (kind !== 'application/json' || typeof text !== 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function oneLine(text: string): string {
  return toLines(text)
    .map((line) => line.replace(/(?:\r\n|[^\S ])$/, ''))
    .join(' ');
}

/** Some of these files have lists of lines without their line ends. */
function textOf(value: unknown): string {
  const isBare = Array.isArray(value) && typeof value[0] === 'string' && !/[\r\n]$/.test(value[0]);
  return isBare ? value.map(joinLines).join('\n') : joinLines(value);
}

function recordOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function listOf(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw new GromaError('BAD_NOTEBOOK_TEMPLATE', { detail: `${name}: it is not a list.` });
}
