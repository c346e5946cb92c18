import { expect, test } from 'vitest';
import { createNotebookDocument, fromTemplate, type WholeOutput } from '@groma/model';
import * as Y from 'yjs';
import { appBlocks, settledValues } from './app-blocks.ts';

const doc = new Y.Doc();
createNotebookDocument(
  doc,
  fromTemplate([
    { type: 'heading', props: { level: 2 }, content: 'Low flow' },
    { type: 'paragraph', content: 'Words.' },
    { type: 'slider', props: { label: 'Old', varName: 'depth', value: 1, min: 0, max: 9, step: 1 } },
    { type: 'slider', props: { label: 'Depth', varName: 'depth', value: 3, min: 0, max: 10, step: 0.5 } },
    { type: 'textInput', props: { label: 'Name', varName: 'name', text: 'Sava' } },
    { type: 'dateSelector', props: { label: 'Day', varName: 'day', date: '01-02-2024' } },
    {
      type: 'selector',
      props: { label: 'Kind', varName: 'kind', options: '["a","b"]', selected: '["a"]', allowMultiple: false },
    },
    {
      type: 'selector',
      props: { label: 'Kinds', varName: 'kinds', options: '["a","b"]', selected: '[]', allowMultiple: true },
    },
    { type: 'code', props: { code: 'secret_code = depth' } },
  ]),
);
const outputs = (id: string): ReadonlyMap<string, readonly WholeOutput[]> =>
  new Map([[id, [{ kind: 'text/plain', text: '3', bundle: '{"data":{}}' }]]]);
const read = () => {
  const first = appBlocks(doc, { outputs: new Map(), pictureOf: (url) => url });
  return appBlocks(doc, { outputs: outputs(first.at(-1)!.id), pictureOf: (url) => url });
};

test('[PUB-120] an application is texts, inputs and outputs in order, without code', () => {
  const blocks = read();
  expect(blocks).toMatchObject([
    { kind: 'text', markdown: '## Low flow\n\nWords.\n\nOld: 1' },
    { kind: 'slider', name: 'depth', label: 'Depth', value: 3, max: 10 },
    { kind: 'text-input', name: 'name', value: 'Sava' },
    { kind: 'date', name: 'day', value: '01-02-2024' },
    { kind: 'choice', name: 'kind', options: ['a', 'b'], value: 'a' },
    { kind: 'choices', name: 'kinds', value: [] },
    { kind: 'cell', outputs: [{ kind: 'text/plain', text: '3' }] },
  ]);
  expect(JSON.stringify(blocks)).not.toMatch(/secret_code|bundle/);
});

test('[PUB-121] what a reader sets is what the input can have, of its inputs alone', () => {
  const values = (wanted: Parameters<typeof settledValues>[1]) =>
    Object.fromEntries(settledValues(read(), wanted).map(({ name, value }) => [name, value]));
  const published = { depth: 3, name: 'Sava', day: '01-02-2024', kind: 'a', kinds: [] };
  expect(values({})).toEqual(published);
  expect(values({ depth: 99, name: 'Drava', day: '', kind: 'b', kinds: ['b', 'c', 'a'] })).toEqual({
    depth: 10,
    name: 'Drava',
    day: '',
    kind: 'b',
    kinds: ['a', 'b'],
  });
  expect(values({ depth: 'x', name: 1, day: '31-31-2024', kind: 'c', kinds: null, other: 1, __name__: 'x' })).toEqual(
    published,
  );
});
