import type { LayerHistoryEntry } from '@groma/protocol';
import { expect, test } from 'vitest';
import { historySteps, sourceText } from './history-steps.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString().replace('Z', '000Z');
const entry = (
  second: number,
  kind: LayerHistoryEntry['kind'],
  author: string,
  count: number,
  names: string[] = [],
): LayerHistoryEntry => ({
  id: `edit ${second}`,
  made_at: at(second),
  author_id: author,
  username: author,
  assistant: null,
  kind,
  count,
  names,
});

test('[MAP-090] edits of one person and kind that follow each other closely are one step of the history', () => {
  const steps = historySteps([
    entry(300, 'Edit_Property', 'ann', 2, ['a']),
    entry(280, 'Edit_Property', 'ann', 1, ['b']),
    entry(250, 'Edit_Property', 'ann', 1, ['a']),
    entry(240, 'Edit_Property', 'bob', 1, ['a']),
    entry(100, 'Edit_Property', 'bob', 4, ['a']),
    entry(99, 'renamed', 'bob', 0),
    entry(98, 'renamed', 'bob', 0),
  ]);
  expect(
    steps.map(({ made_at: moment, username, kind, count, names }) => [moment, username, kind, count, names]),
  ).toEqual([
    [at(300), 'ann', 'Edit_Property', 4, ['a', 'b']],
    [at(240), 'bob', 'Edit_Property', 1, ['a']],
    [at(100), 'bob', 'Edit_Property', 4, ['a']],
    [at(99), 'bob', 'renamed', 0, []],
    [at(98), 'bob', 'renamed', 0, []],
  ]);
});

test('[AIA-104] what the assistant did for a person is a step of its own', () => {
  const steps = historySteps([
    entry(20, 'Edit_Property', 'ann', 1),
    { ...entry(15, 'Edit_Property', 'ann', 2), assistant: 'GAIA' },
    { ...entry(10, 'Edit_Property', 'ann', 3), assistant: 'GAIA' },
  ]);
  expect(steps.map(({ assistant, count }) => [assistant, count])).toEqual([
    [null, 1],
    ['GAIA', 5],
  ]);
});

test('[MAP-090] what a restore turned back is told by the restore, and stays apart from what the same person did just before', () => {
  const steps = historySteps([
    entry(40, 'restored', 'ann', 0, [at(1)]),
    entry(40, 'Edit_Property', 'ann', 1, ['a']),
    entry(40, 'style', 'ann', 0),
    entry(30, 'Edit_Property', 'ann', 1, ['a']),
  ]);
  expect(steps.map(({ made_at: moment, kind, count }) => [moment, kind, count])).toEqual([
    [at(40), 'restored', 0],
    [at(30), 'Edit_Property', 1],
  ]);
});

test('[MAP-090] a file from a desktop is named without the folder that was made for it', () => {
  expect(['/data/0a1b2c3d-0000-4000-8000-0123456789ab/city blocks.gpkg', '/data/roads/a.gpkg'].map(sourceText)).toEqual(
    ['city blocks.gpkg', '/data/roads/a.gpkg'],
  );
});
