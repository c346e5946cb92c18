import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  cellOf,
  createNotebookDocument,
  fromTemplate,
  newId,
  readBlocks,
  readCell,
  resetCell,
  setCell,
  type NotebookOutput,
  type WholeOutput,
} from '@groma/model';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import type { LiveDocument } from '../../../platform/live/live-document.ts';
import { inlineText } from '../output/output-writer.ts';
import { beginRun } from './run-block.ts';
import type { QueueItem } from './queue-item.ts';
import { lateOptions, RunSink } from './run-sink.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

interface Opened {
  sink: RunSink;
  document: LiveDocument;
  kept: Map<string, string>;
  outputs: () => NotebookOutput[];
  /** What happens while pieces are written. */
  meanwhile: (work: () => void) => void;
  release: () => void;
}

async function open(): Promise<Opened> {
  const id = newId<'notebook'>();
  await server.platform.documents.create(id, (doc) => {
    createNotebookDocument(doc, fromTemplate([{ type: 'code' }]));
  });
  const { document, release } = await server.platform.documents.open(id);
  const { codeId, id: blockId } = readBlocks(document.doc)[0]!;
  const item: QueueItem = {
    runId: newId<'run'>(),
    blockId,
    codeId: codeId!,
    code: '',
    language: 'python',
    label: '',
    chain: '',
    aborter: new AbortController(),
  };
  beginRun(document, item);
  const kept = new Map<string, string>();
  let work: () => void = () => undefined;
  const sink = new RunSink(document, item, {
    hasRoom: () => true,
    keep: async (pieces) => {
      work();
      for (const { outputId, text } of pieces) kept.set(outputId, text);
      await Promise.resolve();
    },
    drop: (ids) => {
      for (const each of ids) kept.delete(each);
      return Promise.resolve();
    },
    later: (write) => write(document),
  });
  return {
    sink,
    document,
    kept,
    release,
    outputs: () => readCell(cellOf(document.doc, codeId!)!).outputs,
    meanwhile: (next) => {
      work = next;
    },
  };
}

const long: WholeOutput[] = [{ kind: 'text', text: 'x'.repeat(inlineText + 1) }];

test('[KRN-058] what a thread prints late is dropped when its block is run again while it is written', async () => {
  const { sink, document, outputs, meanwhile, release } = await open();
  await sink.write(long, 1);
  sink.end();
  const [codeId] = readBlocks(document.doc).map((block) => block.codeId!);
  meanwhile(() => {
    document.transact((doc) => {
      const cell = cellOf(doc, codeId!)!;
      resetCell(cell, { status: 'running' });
      setCell(cell, { ranAs: 'another' });
    });
  });
  await sink.write([{ kind: 'text', text: 'late' }], 2);
  await sink.write(null, 3);
  expect(outputs()).toEqual([]);
  release();
});

test('[KRN-058] what a thread prints late for a block that is gone is looked up once', async () => {
  const { document, release } = await open();
  let looked = 0;
  const { onOutput } = lateOptions('nobody', {
    hasRoom: () => true,
    keep: () => Promise.resolve(),
    drop: () => Promise.resolve(),
    later: (write) => {
      looked += 1;
      return write(document);
    },
  });
  for (let i = 1; i < 4; i++) await onOutput?.([{ kind: 'text', text: 'late' }], i);
  expect(looked).toBe(1);
  release();
});

test('[KRN-055] a block that is cleared while its outputs are written shows what comes after', async () => {
  const { sink, document, outputs, meanwhile, release } = await open();
  await sink.write(long, 1);
  const [codeId] = readBlocks(document.doc).map((block) => block.codeId!);
  meanwhile(() => {
    document.transact((doc) => {
      resetCell(cellOf(doc, codeId!)!, { status: 'running' });
    });
  });
  await sink.write([{ kind: 'text', text: 'lost' }], 2);
  expect(outputs()).toEqual([]);
  meanwhile(() => undefined);
  await sink.write([{ kind: 'text', text: 'after' }], 3);
  expect(outputs()).toMatchObject([{ kind: 'stored', characters: 5 }]);
  release();
});

test('[NBK-122] of what is shown anew again and again only the last form is kept, and nothing of what is not shown', async () => {
  const { sink, kept, outputs, release } = await open();
  const picture = (letter: string): WholeOutput => ({ kind: 'image/png', data: letter.repeat(20_000), display: 'it' });
  await sink.write([picture('A')], 1);
  for (let i = 2; i < 20; i++) await sink.write([{ ...picture(String.fromCharCode(64 + i)), isUpdate: true }], i);
  await sink.write([{ ...picture('Z'), display: 'nobody', isUpdate: true }], 20);
  expect([...kept.values()].map((text) => JSON.parse(text) as unknown)).toEqual([picture('S')]);
  expect(outputs()).toMatchObject([{ kind: 'stored', id: [...kept.keys()][0], display: 'it' }]);
  release();
});
