import { codeCellType, limit, readBlocks } from '@groma/model';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { isSmall, workOnTemplate } from './template-thread.ts';

const blocks = (count: number, text = 'one') =>
  Array.from({ length: count }, () => ({ type: 'paragraph', content: text }));
const textsOf = (state: Uint8Array) => {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, state);
  return readBlocks(doc).map(({ text }) => text);
};

test('[NBK-128] a large template is read in a thread: the event loop goes on meanwhile', async () => {
  let turns = 0;
  let timer = setImmediate(function turn() {
    turns += 1;
    timer = setImmediate(turn);
  });
  const { state } = await workOnTemplate('build', blocks(3_000));
  clearImmediate(timer);
  // Work in place ends before the first of them.
  expect(turns).toBeGreaterThan(10);
  expect(textsOf(state)).toHaveLength(3_000);
});

test('[NBK-128] a template of too many blocks is refused, wherever they are nested and whatever is asked of it', async () => {
  const nested = [{ type: 'paragraph', content: 'above', children: blocks(limit.templateBlocks) }];
  const refusal = { code: 'NOTEBOOK_TOO_LONG', status: 413, details: { limit: limit.templateBlocks } };
  await expect(workOnTemplate('build', blocks(limit.templateBlocks + 1))).rejects.toMatchObject(refusal);
  await expect(workOnTemplate('code', JSON.stringify(nested))).rejects.toMatchObject(refusal);
});

test('[NBK-128] what is wrong with a template is said as it is for a small one', async () => {
  for (const template of [{ nbformat: 3, cells: [] }, { nbformat: 3, cells: blocks(10_000) }, 'x'.repeat(50_000)]) {
    await expect(workOnTemplate('build', template)).rejects.toMatchObject({ code: 'BAD_NOTEBOOK_TEMPLATE' });
  }
});

test('[NBK-128] several at once wait for one another, and each has its own answer', async () => {
  const made = await Promise.all(
    [1, 2, 3, 4].map((number) => workOnTemplate('build', blocks(900 + number, `text ${number} ${'x'.repeat(10)}`))),
  );
  expect(made.map(({ state }) => [textsOf(state).length, textsOf(state)[0]])).toEqual(
    [1, 2, 3, 4].map((number) => [900 + number, `text ${number} xxxxxxxxxx`]),
  );
});

test('small templates are read at once, and long texts make one large', () => {
  expect(isSmall(undefined)).toBe(true);
  expect(isSmall(blocks(100))).toBe(true);
  expect(isSmall(blocks(10_000))).toBe(false);
  expect(isSmall([{ type: codeCellType, props: { code: 'x'.repeat(30_000) } }])).toBe(false);
  expect(isSmall({ nbformat: 4, cells: [{ source: ['x'.repeat(30_000)] }] })).toBe(false);
});
