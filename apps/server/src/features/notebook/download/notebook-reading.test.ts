import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createNotebookDocument, readBlocks, type StoredOutput } from '@groma/model';
import * as Y from 'yjs';
import { makeDatabase } from '../../../../test/test-server.ts';
import { openDatabase, type Database } from '../../../platform/database/database.ts';
import { OutputStore } from '../output/output-store.ts';
import { notebookReading } from './notebook-reading.ts';

let database: Database;
beforeAll(async () => {
  database = await openDatabase(await makeDatabase());
});
afterAll(() => database.close());

const stored = (id: string, of: StoredOutput['of']): StoredOutput => ({
  kind: 'stored',
  id,
  of,
  characters: 1,
  lines: 0,
  pieces: 1,
});

test('one output is read without the others that are kept, in the place where the page shows it', async () => {
  const outputs = new OutputStore(database);
  const html = (text: string) => JSON.stringify({ kind: 'text/html', html: text });
  for (const [outputId, text] of [
    ['printed', 'one'],
    ['first', html('<b>1</b>')],
    ['second', html('<b>2</b>')],
  ] as const)
    await outputs.keep('book', [{ outputId, index: 0, firstLine: 0, text }]);
  const doc = new Y.Doc();
  createNotebookDocument(doc, [
    {
      type: 'codeCell',
      cell: {
        outputs: [
          { kind: 'text', text: 'zero' },
          stored('printed', 'text'),
          stored('lost', 'text/html'),
          stored('first', 'text/html'),
          stored('second', 'text/html'),
          { kind: 'text/html', html: '<b>3</b>' },
        ],
      },
    },
  ]);
  const { codeId } = readBlocks(doc)[0]!;
  const read = vi.spyOn(outputs, 'whole');
  const { readShown } = notebookReading({ read: () => Promise.resolve(doc) }, {} as never, outputs);
  const shown = (index: number) => readShown('book', { codeId: codeId!, index });
  expect(await shown(2)).toEqual({ kind: 'text/html', html: '<b>2</b>' });
  expect(read.mock.calls.map(([, { id }]) => id)).toEqual(['second']);
  expect(await shown(1)).toEqual({ kind: 'text/html', html: '<b>1</b>' });
  expect(await shown(3)).toEqual({ kind: 'text/html', html: '<b>3</b>' });
  expect(await Promise.all([shown(0), shown(4)])).toEqual([undefined, undefined]);
});
