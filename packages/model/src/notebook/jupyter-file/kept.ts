import type * as Y from 'yjs';
import { cellOf, notebookCells } from '../cell.ts';
import type { StoredOutput, WholeOutput } from '../output.ts';
import { refuseDepth } from './check-template.ts';
import { parseExactJson } from './exact-json.ts';

/** What stands for outputs and texts that are kept beside the document, by id. */
export type WholeOutputs = ReadonlyMap<string, WholeOutput>;

/**
 * What a notebook keeps of the Jupyter file it came from: under `notebook` the file without its cells, under each other
 * key the `Origin` of some blocks. What it keeps of code blocks stands with their data.
 */
export function jupyterFile(doc: Y.Doc): Y.Map<unknown> {
  return doc.getMap('jupyterFile');
}

/** Key of the file without its cells; no key of an origin is like it. */
export const notebookKey = 'notebook';

/** The text, or undefined where it is missing or was never a text. */
function readKept(kept: unknown, whole: WholeOutputs): string | undefined {
  if (typeof kept === 'string') return kept;
  const found = isStored(kept) ? whole.get(kept.id) : undefined;
  return found?.kind === 'text' ? found.text : undefined;
}

/**
 * The value of a text of JSON, with its numbers as they were written; undefined where it is missing or a client has
 * spoilt it.
 */
export function readKeptJson(kept: unknown, whole: WholeOutputs): unknown {
  const text = readKept(kept, whole);
  if (text === undefined) return undefined;
  try {
    const value = parseExactJson(text);
    refuseDepth(value);
    return value;
  } catch {
    return undefined;
  }
}

/** The same of a JSON object. */
export function readKeptRecord(kept: unknown, whole: WholeOutputs): Record<string, unknown> | undefined {
  const value = readKeptJson(kept, whole);
  return isRecord(value) ? value : undefined;
}

/** Whether a value of JSON is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What stands in a document for texts of its Jupyter file that are kept beside it. */
export function storedTexts(doc: Y.Doc): StoredOutput[] {
  const ofCells = [...notebookCells(doc).keys()].flatMap((codeId) => {
    const cell = cellOf(doc, codeId);
    return [cell?.get('kept'), cell?.get('keptOutputs')];
  });
  const ofTexts = [...jupyterFile(doc).values()].map((value) =>
    typeof value === 'object' && value !== null && 'kept' in value ? value.kept : value,
  );
  return [...ofCells, ...ofTexts].filter(isStored);
}

function isStored(value: unknown): value is StoredOutput {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    value.kind === 'stored' &&
    'id' in value &&
    typeof value.id === 'string'
  );
}
