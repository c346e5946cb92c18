import { afterAll, beforeAll, expect, test } from 'vitest';
import { cellOutputs, notebookCells, type NotebookOutput } from '@groma/model';
import { notebook } from '@groma/protocol';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { OutputStore } from '../output/output-store.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('[NBK-143] a long output is downloaded with all that its block has printed, in its order', async () => {
  const ann = await server.signUp();
  const projectId = await ann.makeProject();
  const { data } = await ann.client.call(notebook.createNotebook, { params: { projectId }, body: { name: 'Long' } });
  const store = new OutputStore(server.realtime.database);
  const kept = ['first', 'second'].map((outputId) => ({
    outputId,
    index: 0,
    firstLine: 0,
    text: `${outputId} kept\n`,
  }));
  await store.keep(data.id, kept);
  const stored = { kind: 'stored', of: 'text', characters: 10, lines: 1, pieces: 1 } as const;
  const { document, release } = await server.realtime.documents.open(data.id);
  const write = (outputs: NotebookOutput[]) => {
    document.transact((doc) => {
      const [cell] = notebookCells(doc).values();
      const all = cellOutputs(cell!);
      all.delete(0, all.length);
      all.push(outputs);
    });
  };
  write([
    { kind: 'text', text: 'beginning\n' },
    { ...stored, id: 'first' },
    { kind: 'image/png', data: 'aaaa' },
    { ...stored, id: 'second' },
    { kind: 'traceback', name: 'E', message: 'm', text: 'why' },
  ]);
  const download = async (query: { block?: boolean }) => {
    const address = `/api/notebooks/${data.id}/projects/${projectId}/outputs/first/text`;
    return (await ann.fetch(`${address}${query.block ? '?block=true' : ''}`)).text();
  };
  expect(await download({ block: true })).toBe('beginning\nfirst kept\nsecond kept\nwhy\n');
  expect(await download({})).toBe('first kept\n');
  write([]);
  expect(await download({ block: true })).toBe('first kept\n');
  release();
});
