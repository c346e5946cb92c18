import { cellOf, cellOutputs, type NotebookOutput } from '@groma/model';
import type * as Y from 'yjs';
import { foldCarriageReturns } from './carriage-return.ts';

/** What a block keeps of one run, in characters: what it prints and shows as text, and, apart, pictures and HTML. */
export const keptText = 1_000_000;
const keptRich = 12_000_000;
/** Longest piece of text in the document, so that a screen can render what is in view. */
export const pieceCharacters = 10_000;
/** Up to this size a piece is joined with what is printed next, at the price of being sent again. */
const joinCharacters = 1_000;
/** A traceback comes last and is wanted most: it has room of its own. */
const keptTraceback = 100_000;

type TextOutput = Extract<NotebookOutput, { kind: 'text' | 'stderr' }>;

/**
 * Writes the outputs of one run into its cell: printed text joined and cut into pieces, everything bounded, with a last
 * line that says so.
 */
export class OutputWriter {
  readonly #codeId: string;
  #text = 0;
  #rich = 0;
  #saidFull = { text: false, rich: false };

  constructor(codeId: string) {
    this.#codeId = codeId;
  }

  /** Appends a batch; to be called inside a transaction. A cell that is gone takes nothing. */
  append(doc: Y.Doc, batch: readonly NotebookOutput[]): void {
    const cell = cellOf(doc, this.#codeId);
    if (!cell) return;
    const outputs = cellOutputs(cell);
    for (const output of batch) this.#add(outputs, output);
  }

  /** Counts what a server before has written of the same run. */
  goOn(doc: Y.Doc): void {
    const cell = cellOf(doc, this.#codeId);
    for (const output of cell ? cellOutputs(cell) : []) {
      if (output.kind === 'text' || output.kind === 'stderr' || output.kind === 'text/plain') this.#text += output.text.length;
      else if (output.kind !== 'traceback') this.#rich += richSize(output);
    }
  }

  /** Forgets what was written, as `clear_output` asks. */
  clear(doc: Y.Doc): void {
    this.#text = 0;
    this.#rich = 0;
    this.#saidFull = { text: false, rich: false };
    const cell = cellOf(doc, this.#codeId);
    const outputs = cell && cellOutputs(cell);
    if (outputs && outputs.length > 0) outputs.delete(0, outputs.length);
  }

  #add(outputs: Y.Array<NotebookOutput>, output: NotebookOutput): void {
    switch (output.kind) {
      case 'text': case 'stderr': return this.#addText(outputs, output);
      case 'traceback': return outputs.push([{ ...output, message: output.message.slice(0, pieceCharacters), text: cut(output.text, keptTraceback) }]);
      case 'text/plain': {
        const room = keptText - this.#text;
        this.#text += Math.min(room, output.text.length);
        if (room > 0) outputs.push([{ ...output, text: output.text.slice(0, room) }]);
        return output.text.length > room ? this.#sayFull(outputs) : undefined;
      }
      default: return this.#addRich(outputs, output);
    }
  }

  #addText(outputs: Y.Array<NotebookOutput>, output: TextOutput): void {
    const room = keptText - this.#text;
    if (room <= 0) return this.#sayFull(outputs);
    let text = output.text;
    const last = outputs.length > 0 ? outputs.get(outputs.length - 1) : undefined;
    if (last?.kind === output.kind && (last.text.length < joinCharacters || (text.includes('\r') && last.text.length < pieceCharacters))) {
      outputs.delete(outputs.length - 1, 1);
      this.#text -= last.text.length;
      text = last.text + text;
    }
    const kept = foldCarriageReturns(text).slice(0, keptText - this.#text);
    this.#text += kept.length;
    if (kept !== '') outputs.push(pieces(kept).map((piece) => ({ kind: output.kind, text: piece })));
    if (this.#text >= keptText) this.#sayFull(outputs);
  }

  #addRich(outputs: Y.Array<NotebookOutput>, output: Extract<NotebookOutput, { kind: 'image/png' | 'text/html' }>): void {
    const size = richSize(output);
    if (this.#rich + size <= keptRich) {
      this.#rich += size;
      outputs.push([output]);
    } else if (!this.#saidFull.rich) {
      this.#saidFull.rich = true;
      outputs.push([{ kind: 'stderr', text: `\nA block keeps ${keptRich / 1_000_000} MB of pictures and HTML; what came after was not kept.\n` }]);
    }
  }

  #sayFull(outputs: Y.Array<NotebookOutput>): void {
    if (this.#saidFull.text) return;
    this.#saidFull.text = true;
    outputs.push([{ kind: 'stderr', text: `\nThe output is longer than ${keptText.toLocaleString('en')} characters; the rest was not kept.\n` }]);
  }
}

function richSize(output: Extract<NotebookOutput, { kind: 'image/png' | 'text/html' }>): number {
  return output.kind === 'image/png' ? output.data.length : output.html.length + (output.text?.length ?? 0);
}

/** Cuts text into pieces of bounded size, at line ends where there are any, never inside a surrogate pair. */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + pieceCharacters);
    if (end < text.length) {
      const line = text.lastIndexOf('\n', end - 1);
      if (line > start + pieceCharacters / 2) end = line + 1;
      else if (/[\uD800-\uDBFF]/.test(text[end - 1]!)) end -= 1;
    }
    found.push(text.slice(start, end));
    start = end;
  }
  return found;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most / 2)}\n…\n${text.slice(-most / 2)}`;
}
