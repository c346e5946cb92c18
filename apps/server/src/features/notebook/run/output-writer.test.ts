import { createNotebookDocument, fromTemplate, readBlocks, readCell, cellOf, type NotebookOutput } from '@groma/model';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { keptText, OutputWriter, pieceCharacters } from './output-writer.ts';

function open(): { write: (...batch: NotebookOutput[]) => void; outputs: () => NotebookOutput[]; clear: () => void; doc: Y.Doc } {
  const doc = new Y.Doc();
  createNotebookDocument(doc, fromTemplate([{ type: 'code' }]));
  const { codeId } = readBlocks(doc)[0]!;
  const writer = new OutputWriter(codeId!);
  return {
    doc,
    write: (...batch) => { doc.transact(() => { writer.append(doc, batch); }); },
    outputs: () => readCell(cellOf(doc, codeId!)!).outputs,
    clear: () => { writer.clear(doc); },
  };
}

const text = (value: string): NotebookOutput => ({ kind: 'text', text: value });

test('text that comes in small pieces is joined, and kinds stay apart and in order', () => {
  const { write, outputs } = open();
  write(text('a'), text('b'));
  write(text('c'), { kind: 'stderr', text: 'x' });
  write(text('d'));
  expect(outputs()).toEqual([text('abc'), { kind: 'stderr', text: 'x' }, text('d')]);
});

test('[NBK-085] long text is kept in pieces of at most 10000 characters that join to the whole', () => {
  const { write, outputs } = open();
  const whole = Array.from({ length: 8_000 }, (_, i) => `line ${i} 😀\n`).join('') + '😀'.repeat(12_000);
  write(text(whole));
  const pieces = outputs().map((output) => (output as { text: string }).text);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(pieceCharacters);
  expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
  expect(pieces.join('')).toBe(whole);
});

test('what is printed without end is cut with a last line that says so, and the error after it is kept', () => {
  const { write, outputs } = open();
  for (let i = 0; i < 300; i++) write(text('x'.repeat(9_999)), { kind: 'stderr', text: 'y' });
  write({ kind: 'traceback', name: 'KeyboardInterrupt', message: '', text: 'z'.repeat(1_000_000) });
  const all = outputs();
  const size = all.reduce((sum, output) => sum + ('text' in output ? output.text?.length ?? 0 : 0), 0);
  expect(size).toBeGreaterThanOrEqual(keptText);
  expect(size).toBeLessThan(keptText + 110_000);
  expect(all.at(-2)).toEqual({ kind: 'stderr', text: '\nThe output is longer than 1,000,000 characters; the rest was not kept.\n' });
  expect(all.at(-1)).toMatchObject({ kind: 'traceback', name: 'KeyboardInterrupt' });
});

test('pictures have room of their own, and one too many is told of once', () => {
  const { write, outputs } = open();
  for (let i = 0; i < 20; i++) write({ kind: 'image/png', data: 'A'.repeat(1_000_000) });
  write(text('still there'));
  expect(outputs().map(({ kind }) => kind)).toEqual([...Array<string>(12).fill('image/png'), 'stderr', 'text']);
});

test('a progress bar leaves its newest state, however it is cut', () => {
  const { write, outputs } = open();
  write(text('start\n'));
  for (let i = 0; i <= 100; i++) write(text(i % 2 ? `\r${i}%` : `\r${i}`), text(i % 2 ? '' : '%'));
  write(text('\ndone\r\n'));
  expect(outputs()).toEqual([text('start\n100%\ndone\n')]);
});

test('a cleared output begins anew', () => {
  const { write, outputs, clear } = open();
  write(text('x'.repeat(keptText + 1)));
  clear();
  write(text('new'));
  expect(outputs()).toEqual([text('new')]);
});

test('a flood of small prints leaves few items behind', () => {
  const { write, outputs, doc } = open();
  for (let i = 0; i < 20_000; i++) write(text(`${i}\n`));
  expect(outputs().length).toBeLessThan(200);
  expect(Y.encodeStateAsUpdate(doc).length).toBeLessThan(400_000);
});
