import * as Y from 'yjs';
import type { CellLanguage } from './block-type.ts';
import { codeLanguages } from './block-type.ts';
import type { Kept, NotebookOutput } from './output.ts';

/** States of a code block (KRN-045); a queued one waits for those before it. */
export const cellStatuses = ['idle', 'queued', 'running', 'completed'] as const;
export type CellStatus = (typeof cellStatuses)[number];

/** How the last run ended; null when there was none or its output was cleared. */
export type CellOutcome = 'ok' | 'error' | 'stopped' | null;

/** What is known of a code block besides its code and outputs. */
export interface CellState {
  language: CellLanguage;
  /** What a Jupyter file calls a language that is `other`; else null. */
  languageName: string | null;
  label: string;
  status: CellStatus;
  outcome: CellOutcome;
  /** Milliseconds the last run took. */
  msTaken: number | null;
  executionCount: number | null;
  /** Place in the queue from 1, while queued. */
  queuePlace: number | null;
  /** When the run under way began, in milliseconds since 1970. */
  startedAt: number | null;
  /** Since when the run under way is being stopped, in milliseconds since 1970; null when nobody has asked for that. */
  stoppingSince: number | null;
  /** The run that the outputs are of: what its threads say later is of it too. */
  ranAs: string | null;
  /** The code, or the outputs, are folded away for everyone. */
  isCodeHidden: boolean;
  isOutputHidden: boolean;
}

/** The run under way of a code block: its name at the kernel, and the number of the last batch of outputs written. */
export interface CellRun {
  id: string;
  sequence: number;
}

/** A copy of a code block's data. */
export interface CodeCell extends CellState {
  code: string;
  outputs: NotebookOutput[];
  /** The cell of the Jupyter file that it came from, as JSON without its outputs. */
  kept?: Kept;
  /** The outputs of that cell, as `packOutputs` gives them, while they are shown. */
  keptOutputs?: Kept;
}

/**
 * A code block's data in the live document: `code` a Y.Text, `outputs` a Y.Array, `kept` and `keptOutputs` of one from
 * a Jupyter file, and the fields of `CellState` that are not as in `idleCell`. What only runs change is one value,
 * `ran`: a document of thousands of blocks is read in half the time.
 */
export type LiveCell = Y.Map<unknown>;

/** Fields of `CellState` that the server alone writes, together. */
const ranFields = [
  'status',
  'outcome',
  'msTaken',
  'executionCount',
  'queuePlace',
  'startedAt',
  'stoppingSince',
  'ranAs',
] as const satisfies readonly (keyof CellState)[];

/** State of a code block nobody has run (NBK-064). */
export const idleCell: Readonly<CellState> = {
  language: 'python',
  languageName: null,
  label: 'Untitled Code Block',
  status: 'idle',
  outcome: null,
  msTaken: null,
  executionCount: null,
  queuePlace: null,
  startedAt: null,
  stoppingSince: null,
  ranAs: null,
  isCodeHidden: false,
  isOutputHidden: false,
};

/** The code blocks' data of a notebook document, by `codeId`. */
export function notebookCells(doc: Y.Doc): Y.Map<LiveCell> {
  return doc.getMap<LiveCell>('cells');
}

/** Data of one code block, or undefined when the document has none under this `codeId`. */
export function cellOf(doc: Y.Doc, codeId: string): LiveCell | undefined {
  const cell: unknown = notebookCells(doc).get(codeId);
  return cell instanceof Y.Map ? (cell as LiveCell) : undefined;
}

/** The code of a cell, for an editor to bind to. A cell that lost it is given an empty one. */
export function cellCode(cell: LiveCell): Y.Text {
  const code = cell.get('code');
  if (code instanceof Y.Text) return code;
  const made = new Y.Text();
  cell.set('code', made);
  return made;
}

/** The outputs of a cell, oldest first. A cell that lost them is given an empty list. */
export function cellOutputs(cell: LiveCell): Y.Array<NotebookOutput> {
  const outputs = cell.get('outputs');
  if (outputs instanceof Y.Array) return outputs as Y.Array<NotebookOutput>;
  const made = new Y.Array<NotebookOutput>();
  cell.set('outputs', made);
  return made;
}

/** Copies a cell out of the document; whatever a client left out or spoilt is read as the default. */
export function readCell(cell: LiveCell): CodeCell {
  const code = cell.get('code');
  const outputs = cell.get('outputs');
  return {
    ...readCellState(cell),
    code: code instanceof Y.Text ? code.toString() : '',
    outputs: outputs instanceof Y.Array ? (outputs.toArray() as NotebookOutput[]) : [],
    ...keptOf(cell),
  };
}

function keptOf(cell: LiveCell): Pick<CodeCell, 'kept' | 'keptOutputs'> {
  return Object.fromEntries(
    ['kept', 'keptOutputs'].flatMap((name) => (cell.has(name) ? [[name, cell.get(name)]] : [])),
  );
}

/** Reads what is known of a cell without copying code and outputs. */
export function readCellState(cell: LiveCell): CellState {
  const label = cell.get('label');
  return {
    ...readLanguage(cell),
    label: typeof label === 'string' && label !== '' ? label : idleCell.label,
    ...readRan(cell),
    isCodeHidden: cell.get('isCodeHidden') === true,
    isOutputHidden: cell.get('isOutputHidden') === true,
  };
}

/** Longer names of languages are cut. */
const mostNameCharacters = 40;

function readLanguage(cell: LiveCell): Pick<CellState, 'language' | 'languageName'> {
  const [language, name] = [cell.get('language'), cell.get('languageName')];
  if (language === 'other' && typeof name === 'string' && name !== '')
    return { language, languageName: name.slice(0, mostNameCharacters) };
  return { language: isOneOf(codeLanguages, language) ? language : idleCell.language, languageName: null };
}

/** Whether a block runs or waits; as `readCellState` says, in less time. */
export function isUnderWay(cell: LiveCell): boolean {
  const { status } = ranOf(cell);
  return status === 'running' || status === 'queued';
}

function readRan(cell: LiveCell): Pick<CellState, (typeof ranFields)[number]> {
  const { status, outcome, msTaken, executionCount, queuePlace, startedAt, stoppingSince, ranAs } = ranOf(cell);
  return {
    status: isOneOf(cellStatuses, status) ? status : 'idle',
    outcome: isOneOf(['ok', 'error', 'stopped'] as const, outcome) ? outcome : null,
    msTaken: numberOrNull(msTaken),
    executionCount: numberOrNull(executionCount),
    queuePlace: numberOrNull(queuePlace),
    startedAt: numberOrNull(startedAt),
    stoppingSince: numberOrNull(stoppingSince),
    ranAs: typeof ranAs === 'string' ? ranAs : null,
  };
}

/** What a cell holds of its runs. A document of before has each field by itself until the next run. */
function ranOf(cell: LiveCell): Partial<Record<(typeof ranFields)[number], unknown>> {
  const ran = cell.get('ran');
  if (typeof ran === 'object' && ran !== null) return ran;
  return cell.has('status') ? Object.fromEntries(ranFields.map((name) => [name, cell.get(name)])) : {};
}

/**
 * The cell under a `codeId`, made when there is none. An editor calls it in the same transaction in which it inserts
 * the block: two people who make the same missing cell at once keep one of the two.
 */
export function ensureCell(doc: Y.Doc, codeId: string, first: Partial<CodeCell> = {}): LiveCell {
  const known = cellOf(doc, codeId);
  if (known) return known;
  const { code = '', outputs = [], ...state } = first;
  const ran = ranFrom(state);
  const others = Object.entries(state).filter(
    ([name, value]) => !isRanField(name) && value !== idleCell[name as keyof CellState],
  );
  const cell: LiveCell = new Y.Map<unknown>(Object.keys(ran).length > 0 ? [...others, ['ran', ran]] : others);
  cell.set('code', new Y.Text(code));
  cell.set('outputs', Y.Array.from(outputs));
  notebookCells(doc).set(codeId, cell);
  return cell;
}

/**
 * Gives a duplicated block a cell of its own under a new `codeId`: same code, label and language, and the outputs, but
 * not a run that is under way.
 */
export function copyCell(doc: Y.Doc, from: string, to: string): LiveCell {
  const original = cellOf(doc, from);
  if (!original) return ensureCell(doc, to);
  const copy = { ...readCell(original), ranAs: null };
  return ensureCell(
    doc,
    to,
    isUnderWay(original)
      ? {
          code: copy.code,
          label: copy.label,
          language: copy.language,
          languageName: copy.languageName,
          ...(copy.kept !== undefined && { kept: copy.kept }),
        }
      : copy,
  );
}

/** Writes changed fields of a cell, and only those, so that nothing is sent in vain. */
export function setCell(cell: LiveCell, change: Partial<CellState>): void {
  const before = readCellState(cell);
  const changed = Object.entries(change).filter(([name, value]) => before[name as keyof CellState] !== value);
  for (const [name, value] of changed) if (!isRanField(name)) cell.set(name, value);
  if (changed.some(([name]) => isRanField(name))) cell.set('ran', ranFrom({ ...before, ...change }));
}

function isRanField(name: string): boolean {
  return isOneOf(ranFields, name);
}

/** What is kept of a state's runs: only what is not as in a block nobody has run. */
function ranFrom(state: Partial<CellState>): Partial<CellState> {
  return Object.fromEntries(
    ranFields.flatMap((name) =>
      state[name] === undefined || state[name] === idleCell[name] ? [] : [[name, state[name]]],
    ),
  );
}

/** Clears outputs and time and sets the block to idle (KRN-044, KRN-055), or as `change` says. */
export function resetCell(cell: LiveCell, change: Partial<CellState> = {}): void {
  const outputs = cellOutputs(cell);
  if (outputs.length > 0) outputs.delete(0, outputs.length);
  if (cell.has('keptOutputs')) cell.delete('keptOutputs');
  setCell(cell, {
    status: 'idle',
    outcome: null,
    msTaken: null,
    executionCount: null,
    queuePlace: null,
    startedAt: null,
    stoppingSince: null,
    ...change,
  });
  if (cell.has('run')) cell.delete('run');
}

/** The run under way, or null when there is none. */
export function readCellRun(cell: LiveCell): CellRun | null {
  const run = cell.get('run') as Partial<CellRun> | undefined;
  return typeof run?.id === 'string' && typeof run.sequence === 'number'
    ? { id: run.id, sequence: run.sequence }
    : null;
}

/** Writes the run under way; to be done in the edit that writes the outputs themselves. Null when it has ended. */
export function setCellRun(cell: LiveCell, run: CellRun | null): void {
  if (run) cell.set('run', run);
  else if (cell.has('run')) cell.delete('run');
}

function isOneOf<Value extends string>(values: readonly Value[], value: unknown): value is Value {
  return (values as readonly unknown[]).includes(value);
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
