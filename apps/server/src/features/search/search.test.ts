import { afterAll, beforeAll, expect, test } from 'vitest';
import { notebook, search } from '@groma/protocol';
import type { Person, TestServer } from '../../../test/test-server.ts';
import { startWithMap, type TestMap } from '../../../test/test-map.ts';
import { excerptOf } from './notebook-text.ts';

let server: TestServer;
let ann: Person;
let own: TestMap;
let notebookId: string;
beforeAll(async () => {
  ({ server, ann, own } = await startWithMap());
  await own.upload('Mohács gauges.geojson', '{"type":"Point","coordinates":[1,2]}');
  await own.import('/data/Mohács gauges.geojson');
  const template = [
    { id: 'b1', type: 'paragraph', content: 'The river was low in Mohács that summer.' },
    { id: 'b2', type: 'code', props: { code: 'import pandas\nflow = pandas.read_csv("gauges.csv")' } },
  ];
  ({
    data: { id: notebookId },
  } = await ann.client.call(notebook.createNotebook, {
    params: { projectId: own.projectId },
    body: { name: 'Low flow', initialTemplate: template },
  }));
});
afterAll(() => server.close());

const texts = async (query: string) =>
  (await ann.client.call(search.searchNotebookText, { params: { projectId: own.projectId }, query: { query } })).data;

test('[SHL-001] layers of all maps are found by name, without regard to case and accents', async () => {
  const { data } = await ann.client.call(search.searchLayers, {
    params: { projectId: own.projectId },
    query: { query: 'mohacs GAU' },
  });
  expect(data).toMatchObject([{ name: 'Mohács gauges', type: 'Layer', map_id: own.mapId, map_name: 'A map' }]);
});

test('[SHL-001] text and code of notebooks are found, also after they have changed', async () => {
  expect(await texts('MOHACS')).toEqual([
    {
      notebook_id: notebookId,
      notebook_name: 'Low flow',
      block_id: 'b1',
      excerpt: 'The river was low in Mohács that summer.',
    },
  ]);
  expect(await texts('read_csv')).toMatchObject([{ block_id: 'b2', excerpt: 'flow = pandas.read_csv("gauges.csv")' }]);
  expect(await texts('turbine')).toEqual([]);
  const page = ann.live('main', notebookId);
  await page.whenSynced();
  const { cellCode, cellOf, readBlocks } = await import('@groma/model');
  const codeId = readBlocks(page.doc).find(({ codeId: id }) => id !== null)!.codeId!;
  cellCode(cellOf(page.doc, codeId)!).insert(0, '# turbine\n');
  await page.whenSaved();
  expect(await texts('turbine')).toMatchObject([{ block_id: 'b2', excerpt: '# turbine' }]);
  page.close();
});

test('[SHL-001] a long line is shown around what was found', () => {
  expect(excerptOf(`${'a'.repeat(100)} needle ${'b'.repeat(100)}`, 'Needle')).toBe(
    `…${'a'.repeat(39)} needle ${'b'.repeat(39)}…`,
  );
  expect(excerptOf('short needle', 'needle')).toBe('short needle');
  expect(excerptOf('nothing', 'needle')).toBeUndefined();
});
