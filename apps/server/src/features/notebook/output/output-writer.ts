import {
  cellOf,
  cellOutputs,
  notebookCells,
  outputSize,
  type LiveCell,
  type NotebookOutput,
  type StoredOutput,
  type WholeOutput,
} from '@groma/model';
import type * as Y from 'yjs';
import { foldCarriageReturns, writesOver } from './carriage-return.ts';
import type { OutputPiece } from './output-piece.ts';
import { splitText } from './split-text.ts';
import { storedOutputs } from './whole-outputs.ts';

/** What the document itself holds of the text of one run, in characters; what follows is kept beside it. */
export const inlineText = 4_000;
/** An output that is no running text is kept beside the document when it is longer. */
export const inlineOutput = 16_000;
/** Longest piece of text in the document, so that a screen can render what is in view. */
export const pieceCharacters = 10_000;
/** Longest piece of text beside it. */
export const storedCharacters = 256_000;
/** Up to this size a piece is joined with what is printed next, at the price of being sent again. */
const joinCharacters = 1_000;
/** A traceback comes last and is wanted whole at once. */
const keptTraceback = 100_000;

/** May give the ids of kept outputs whose place it has taken. */
type Edit = (outputs: Y.Array<NotebookOutput>, doc: Y.Doc) => string[] | void;

type TextOutput = Extract<WholeOutput, { kind: 'text' | 'stderr' }>;

/** What a batch of outputs comes to: pieces to keep first, then the edit of the document. */
export interface OutputEdit {
  pieces: OutputPiece[];
  /**
   * To be called inside a transaction; gives the ids of what was kept and is shown no more. A cell that is gone takes
   * nothing.
   */
  apply(): string[];
}

/**
 * Decides where the outputs of one run go. Printed text is joined and cut into pieces; the beginning of it stands in
 * the document, the rest, as all that is long, beside it, with a `stored` output in its place. The same outputs of the
 * same number after the same document give the same pieces, so that a batch that is written again after a crash changes
 * nothing.
 */
export class OutputWriter {
  readonly #codeId: string;
  readonly #runId: string;
  #text = 0;
  #sequence = 0;
  /** How many outputs are kept beside the document of those that came under one number. */
  readonly #storedCounts = { ofBatch: 0, ofNone: 0 };
  /** The running text under way beside the document. */
  #open: StoredOutput | null = null;

  constructor(codeId: string, runId: string) {
    this.#codeId = codeId;
    this.#runId = runId;
  }

  /** Plans a batch of the run for its document, by its number, which is 0 for what has none. */
  plan(doc: Y.Doc, batch: readonly WholeOutput[], sequence: number): OutputEdit {
    this.#sequence = sequence;
    this.#storedCounts.ofBatch = 0;
    const pieces: OutputPiece[] = [];
    const shown = batch.some(({ isUpdate }) => isUpdate) ? shownNames(doc, batch) : new Set();
    const edits = batch
      .filter(({ isUpdate, display }) => !isUpdate || shown.has(display))
      .map((output) => this.#plan(output, pieces));
    return {
      pieces,
      apply: () => {
        const cell = cellOf(doc, this.#codeId);
        const outputs = cell && cellOutputs(cell);
        const replaced = outputs ? edits.flatMap((edit) => edit(outputs, doc) ?? []) : [];
        const left = new Set(replaced.length > 0 ? storedOutputs(doc).map(({ id }) => id) : []);
        return replaced.filter((id) => !left.has(id));
      },
    };
  }

  /** Counts what a server before has written of the same run. */
  goOn(doc: Y.Doc): void {
    const cell = cellOf(doc, this.#codeId);
    const outputs = cell ? cellOutputs(cell).toArray() : [];
    for (const output of outputs)
      if (output.kind === 'text' || output.kind === 'stderr') this.#text += output.text.length;
    const last = outputs.at(-1);
    this.#open = last?.kind === 'stored' && (last.of === 'text' || last.of === 'stderr') ? last : null;
  }

  /** Forgets what was written, as `clear_output` asks. */
  clear(doc: Y.Doc): void {
    this.#text = 0;
    this.#open = null;
    const cell = cellOf(doc, this.#codeId);
    const outputs = cell && cellOutputs(cell);
    if (outputs && outputs.length > 0) outputs.delete(0, outputs.length);
  }

  #plan({ isUpdate, ...output }: WholeOutput, pieces: OutputPiece[]): Edit {
    if (isUpdate) return this.#planUpdate(output, pieces);
    if (output.kind === 'text' || output.kind === 'stderr') return this.#planText(output, pieces);
    this.#open = null;
    if (output.kind === 'traceback') {
      const cut = {
        ...output,
        message: output.message.slice(0, pieceCharacters),
        text: cutMiddle(output.text, keptTraceback),
      };
      return (outputs) => {
        outputs.push([cut]);
      };
    }
    const kept = this.#planWhole(output, pieces);
    return (outputs) => {
      outputs.push([kept]);
    };
  }

  /** What was shown under the same name, in whichever block, is shown anew. */
  #planUpdate(output: WholeOutput, pieces: OutputPiece[]): Edit {
    const kept = this.#planWhole(output, pieces);
    return (_, doc) => cellsOf(doc).flatMap((cell) => replaceShown(cellOutputs(cell), kept));
  }

  #planWhole(output: WholeOutput, pieces: OutputPiece[]): NotebookOutput {
    if (outputSize(output) <= inlineOutput) return output;
    const stored = this.#store(output.kind);
    const text = JSON.stringify(output);
    const size =
      'width' in output || 'height' in output
        ? {
            ...(output.width !== undefined && { width: output.width }),
            ...(output.height !== undefined && { height: output.height }),
          }
        : {};
    pieces.push({ outputId: stored.id, index: 0, firstLine: 0, text });
    return {
      ...stored,
      ...size,
      ...(output.display !== undefined && { display: output.display }),
      characters: outputSize(output),
      pieces: 1,
    };
  }

  #planText({ kind, text }: TextOutput, pieces: OutputPiece[]): Edit {
    const room = Math.max(0, inlineText - this.#text);
    const inline = this.#open ? '' : (splitText(text, room)[0] ?? '');
    const rest = text.slice(inline.length);
    this.#text += inline.length;
    if (rest === '')
      return (outputs) => {
        this.#writeInline(outputs, kind, inline);
      };
    const isNew = this.#open === null;
    const stored = this.#append(this.#open ?? this.#store(kind), rest, pieces);
    this.#open = stored;
    return (outputs) => {
      if (inline !== '') this.#writeInline(outputs, kind, inline);
      if (isNew || removeLast(outputs, stored.id)) outputs.push([stored]);
      // The block has been cleared meanwhile: what comes next begins anew.
      else if (this.#open?.id === stored.id) this.#open = null;
    };
  }

  #append(before: StoredOutput, text: string, pieces: OutputPiece[]): StoredOutput {
    const stored = { ...before };
    for (const piece of splitText(text, storedCharacters)) {
      pieces.push({ outputId: stored.id, index: stored.pieces, firstLine: stored.lines, text: piece });
      stored.pieces += 1;
      stored.lines += countLineEnds(piece);
      stored.characters += piece.length;
    }
    return stored;
  }

  #writeInline(outputs: Y.Array<NotebookOutput>, kind: TextOutput['kind'], added: string): void {
    let text = added;
    const last = outputs.length > 0 ? outputs.get(outputs.length - 1) : undefined;
    if (
      last?.kind === kind &&
      (last.text.length < joinCharacters || (last.text.length < pieceCharacters && writesOver(last.text, text)))
    ) {
      outputs.delete(outputs.length - 1, 1);
      text = last.text + text;
    }
    const folded = foldCarriageReturns(text);
    // What a progress bar has written over makes room again.
    this.#text -= text.length - folded.length;
    if (folded !== '') outputs.push(splitText(folded, pieceCharacters).map((piece) => ({ kind, text: piece })));
  }

  #store(of: WholeOutput['kind']): StoredOutput {
    const count = this.#sequence > 0 ? (this.#storedCounts.ofBatch += 1) : (this.#storedCounts.ofNone += 1);
    return { kind: 'stored', id: `${this.#runId}-${this.#sequence}-${count}`, of, characters: 0, lines: 0, pieces: 0 };
  }
}

function cellsOf(doc: Y.Doc): LiveCell[] {
  return [...notebookCells(doc).keys()].flatMap((codeId) => cellOf(doc, codeId) ?? []);
}

/** The names under which something is shown, or will be after the batch. */
function shownNames(doc: Y.Doc, batch: readonly WholeOutput[]): Set<string | undefined> {
  const outputs = [
    ...cellsOf(doc).flatMap((cell) => cellOutputs(cell).toArray()),
    ...batch.filter(({ isUpdate }) => !isUpdate),
  ];
  return new Set(outputs.flatMap(({ display }) => display ?? []));
}

/** Returns the ids of the kept outputs that were there. */
function replaceShown(outputs: Y.Array<NotebookOutput>, output: NotebookOutput): string[] {
  const replaced: string[] = [];
  for (const [index, known] of outputs.toArray().entries()) {
    if (known.display === undefined || known.display !== output.display) continue;
    if (known.kind === 'stored') replaced.push(known.id);
    outputs.delete(index, 1);
    outputs.insert(index, [output]);
  }
  return replaced;
}

/** False when another stands there, or none. */
function removeLast(outputs: Y.Array<NotebookOutput>, id: string): boolean {
  const last = outputs.length > 0 ? outputs.get(outputs.length - 1) : undefined;
  if (last?.kind !== 'stored' || last.id !== id) return false;
  outputs.delete(outputs.length - 1, 1);
  return true;
}

function countLineEnds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

function cutMiddle(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most / 2)}\n…\n${text.slice(-most / 2)}`;
}
