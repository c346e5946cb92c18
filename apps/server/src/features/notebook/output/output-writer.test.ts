import {
  cellOf,
  cellOutputs,
  createNotebookDocument,
  fromTemplate,
  notebookCells,
  readBlocks,
  readCell,
  type NotebookOutput,
  type StoredOutput,
  type WholeOutput,
} from '@groma/model';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { inlineText, OutputWriter, pieceCharacters } from './output-writer.ts';
import type { OutputPiece } from './output-piece.ts';

interface Opened {
  write: (...batch: WholeOutput[]) => void;
  outputs: () => NotebookOutput[];
  clear: () => void;
  doc: Y.Doc;
  codeId: string;
  writer: () => OutputWriter;
  /** What is kept beside the document, by the id of the output. */
  kept: Map<string, OutputPiece[]>;
  /**
   * A writer as a server that starts anew makes it, to which the last batches are given again that were not
   * acknowledged.
   */
  startAnew: (lost?: number) => void;
}

function open(): Opened {
  const doc = new Y.Doc();
  createNotebookDocument(doc, fromTemplate([{ type: 'code' }]));
  const { codeId } = readBlocks(doc)[0]!;
  let writer = new OutputWriter(codeId!, 'run');
  let sequence = 0;
  const kept = new Map<string, OutputPiece[]>();
  return {
    doc,
    kept,
    codeId: codeId!,
    writer: () => writer,
    write: (...batch) => {
      sequence += 1;
      const { pieces, apply } = writer.plan(doc, batch, sequence);
      for (const piece of pieces) {
        const known = kept.get(piece.outputId) ?? [];
        known[piece.index] = piece;
        kept.set(piece.outputId, known);
      }
      doc.transact(() => {
        apply();
      });
    },
    outputs: () => readCell(cellOf(doc, codeId!)!).outputs,
    clear: () => {
      writer.clear(doc);
    },
    startAnew: (lost = 0) => {
      sequence -= lost;
      writer = new OutputWriter(codeId!, 'run');
      writer.goOn(doc);
    },
  };
}

/** Everything that was printed, from the document and from beside it. */
function allText({ outputs, kept }: Opened): string {
  return outputs()
    .map((output) => {
      if (output.kind === 'stored')
        return kept
          .get(output.id)!
          .map((piece) => piece.text)
          .join('');
      return 'text' in output ? output.text : '';
    })
    .join('');
}

const text = (value: string): WholeOutput => ({ kind: 'text', text: value });

test('text that comes in small pieces is joined, and kinds stay apart and in order', () => {
  const { write, outputs } = open();
  write(text('a'), text('b'));
  write(text('c'), { kind: 'stderr', text: 'x' });
  write(text('d'));
  expect(outputs()).toEqual([text('abc'), { kind: 'stderr', text: 'x' }, text('d')]);
});

test('[NBK-085] the beginning of a long text stands in the document in pieces of at most 10000 characters, the rest beside it', () => {
  const opened = open();
  const whole = Array.from({ length: 40_000 }, (_, i) => `line ${i} 😀\n`).join('') + '😀'.repeat(300_000);
  opened.write(text(whole));
  const inline = opened.outputs().flatMap((output) => (output.kind === 'text' ? [output.text] : []));
  expect(Math.max(...inline.map(({ length }) => length))).toBeLessThanOrEqual(pieceCharacters);
  expect(inline.every((piece) => piece.isWellFormed())).toBe(true);
  expect(inline.join('').length).toBeLessThanOrEqual(inlineText);
  const stored = opened.outputs().at(-1) as StoredOutput;
  expect(stored).toMatchObject({
    kind: 'stored',
    of: 'text',
    characters: whole.length - inline.join('').length,
    lines: 40_000 - inline.join('').split('\n').length + 1,
  });
  const pieces = opened.kept.get(stored.id)!;
  expect(pieces.map(({ index, firstLine }) => [index, firstLine])).toEqual(
    pieces.map((_, i) => [
      i,
      pieces
        .slice(0, i)
        .map((piece) => piece.text)
        .join('')
        .split('\n').length - 1,
    ]),
  );
  expect(pieces.every((piece) => piece.text.isWellFormed())).toBe(true);
  expect(allText(opened)).toBe(whole);
});

test('a flood of both streams is complete and in order, in a small document, and the error after it is shown', () => {
  const opened = open();
  const written: string[] = [];
  for (let i = 0; i < 300; i++) {
    const batch = [text(`${i}${'x'.repeat(9_990)}\n`), { kind: 'stderr' as const, text: `e${i}\n` }];
    written.push(...batch.map((output) => ('text' in output ? output.text! : '')));
    opened.write(...batch);
  }
  opened.write({ kind: 'traceback', name: 'KeyboardInterrupt', message: '', text: 'z'.repeat(1_000_000) });
  expect(opened.outputs().at(-1)).toMatchObject({ kind: 'traceback', name: 'KeyboardInterrupt' });
  expect(allText({ ...opened, outputs: () => opened.outputs().slice(0, -1) })).toBe(written.join(''));
  expect(Y.encodeStateAsUpdate(opened.doc).length).toBeLessThan(2 * inlineText + 200_000);
});

test('a long picture stands beside the document, a short one in it, both in their place', () => {
  const opened = open();
  const picture = { kind: 'image/png', data: 'A'.repeat(1_000_000), width: 4, height: 3 } as const;
  opened.write(text('before'), picture, text('between'), { kind: 'image/png', data: 'B' }, text('after'));
  expect(opened.outputs()).toEqual([
    text('before'),
    { kind: 'stored', id: 'run-1-1', of: 'image/png', characters: 1_000_000, lines: 0, pieces: 1, width: 4, height: 3 },
    text('between'),
    { kind: 'image/png', data: 'B' },
    text('after'),
  ]);
  expect(JSON.parse(opened.kept.get('run-1-1')![0]!.text)).toEqual(picture);
});

test('a batch that is written again after a crash is there once', () => {
  const opened = open();
  opened.write(text('a\n'.repeat(inlineText)));
  opened.startAnew();
  const before = opened.outputs();
  const batch = [text('b\n'.repeat(1_000)), { kind: 'image/png', data: 'A'.repeat(20_000) } as const];
  opened.write(...batch);
  const expected = [allText(opened), opened.outputs(), opened.kept.size];
  // The pieces came to the disk, the edit did not.
  opened.doc.transact(() => {
    const outputs = cellOutputs([...notebookCells(opened.doc).values()][0]!);
    outputs.delete(0, outputs.length);
    outputs.push(before);
  });
  opened.startAnew(1);
  opened.write(...batch);
  expect([allText(opened), opened.outputs(), opened.kept.size]).toEqual(expected);
});

test('what is shown anew before and after a crash takes the place of nothing else', () => {
  const opened = open();
  const shown = (display: string, letter: string): WholeOutput => ({
    kind: 'image/png',
    data: letter.repeat(20_000),
    display,
  });
  opened.write(shown('a', 'A'));
  opened.write(shown('b', 'B'));
  opened.write({ ...shown('a', 'C'), isUpdate: true });
  opened.startAnew();
  opened.write({ ...shown('b', 'D'), isUpdate: true });
  expect(
    opened.outputs().map((output) => JSON.parse(opened.kept.get((output as StoredOutput).id)![0]!.text) as unknown),
  ).toEqual([shown('a', 'C'), shown('b', 'D')]);
});

test('a long text whose block is cleared while its pieces are written leaves what stands there, and the next begins anew', () => {
  const { doc, writer, codeId, write, outputs } = open();
  write(text('x'.repeat(inlineText + 1)));
  const list = cellOutputs(cellOf(doc, codeId)!);
  for (const left of [[], [text('of the next run')]]) {
    const { apply } = writer().plan(doc, [text('y')], 0);
    doc.transact(() => {
      list.delete(0, list.length);
      list.push(left);
      apply();
    });
    expect(outputs()).toEqual(left);
    write(text('z'));
    expect(outputs()).toEqual([
      ...left,
      { kind: 'stored', id: expect.any(String) as string, of: 'text', characters: 1, lines: 0, pieces: 1 },
    ]);
  }
});

test('a progress bar leaves its newest state, however it is cut', () => {
  const { write, outputs } = open();
  write(text('start\n'));
  for (let i = 0; i <= 100; i++) write(text(i % 2 ? `\r${i}%` : `\r${i}`), text(i % 2 ? '' : '%'));
  write(text('\ndone\r\n'));
  expect(outputs()).toEqual([text('start\n100%\ndone\n')]);
});

test('progress bars below each other leave their newest states, and what marks matches leaves its line', () => {
  const { write, outputs } = open();
  write(text('outer: 0%\n'));
  for (let outer = 1; outer <= 2; outer++) {
    for (let inner = 0; inner <= 3; inner++) write(text(`\n\rinner: ${inner}\x1b[A`));
    write(text(`\n\r        \r\x1b[A\router: ${outer}`));
  }
  expect(outputs()).toEqual([text('outer: 0%\nouter: 2\n        \x1b[A')]);
  write(text('\n\x1b[2Kdone\n'), text('a \x1b[31m\x1b[Kmatch\x1b[m\x1b[K\n'));
  expect(outputs()).toEqual([text('outer: 0%\nouter: 2\ndone\na \x1b[31mmatch\x1b[m\n')]);
});

test('coloured lines are not sent again with each that follows', () => {
  const opened = open();
  const line = (i: number) => `\x1b[35m\x1b[Kfile ${i}\x1b[m\x1b[K: ${'.'.repeat(80)}\n`;
  for (let i = 0; i < 30; i++) opened.write(text(line(i)));
  expect(opened.outputs().length).toBeGreaterThan(2);
  expect(allText(opened).split('\n')).toHaveLength(31);
});

test('what writes over a long text is joined with it, also when only the text before moved the cursor', () => {
  const opened = open();
  const lines = `${'x'.repeat(70)}\n`.repeat(30);
  opened.write(text(`${lines}half`));
  opened.write(text(' done\rmore'));
  expect(allText(opened)).toBe(`${lines}more`);
  opened.write(text('\r'));
  opened.write(text('last'));
  expect(allText(opened)).toBe(`${lines}last`);
});

test('a cleared output begins anew', () => {
  const { write, outputs, clear } = open();
  write(text('x'.repeat(inlineText + 1)));
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
