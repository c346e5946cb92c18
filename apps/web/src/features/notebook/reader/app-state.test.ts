import { expect, test } from 'vitest';
import type { AppBlock, AppEvent } from '@groma/protocol';
import { firstState, stateAfter, type AppState } from './app-state.ts';

const blocks: AppBlock[] = [
  { kind: 'slider', id: 's', name: 'depth', label: 'Depth', value: 3, min: 0, max: 9, step: 1 },
  { kind: 'cell', id: 'a', is_hidden: false, outputs: [{ kind: 'text', text: 'published' }] },
  { kind: 'cell', id: 'b', is_hidden: false, outputs: [] },
];
const after = (...events: AppEvent[]): AppState => events.reduce(stateAfter, firstState(blocks));
const text = (state: AppState, id: string) =>
  state.cells.get(id)?.outputs.map((each) => ('text' in each ? each.text : ''));

test('[PUB-126] what was published stays in sight until the new output comes', () => {
  const run: AppEvent[] = [
    { type: 'ready', session: 'x', values: { depth: 3 }, is_running: false, cells: [] },
    { type: 'run', values: { depth: 4 }, cells: ['a', 'b'] },
    { type: 'cell', id: 'a', state: 'running', outputs: [] },
  ];
  expect(after(...run)).toMatchObject({ stage: { name: 'running' }, values: { depth: 4 } });
  expect(text(after(...run), 'a')).toEqual(['published']);
  const done = after(...run, { type: 'cell', id: 'a', state: 'ok', outputs: [] }, { type: 'rest' });
  expect([text(done, 'a'), done.cells.get('a')?.state, done.stage]).toEqual([[], 'ok', { name: 'resting' }]);
});

test('[PUB-126] the place in the queue, the start of a kernel and the end are told', () => {
  expect(after({ type: 'place', place: 2 }).stage).toEqual({ name: 'waiting', place: 2 });
  expect(after({ type: 'starting' }, { type: 'beat' }).stage).toEqual({ name: 'starting' });
  const ready: AppEvent = { type: 'ready', session: 'x', values: {}, is_running: false, cells: [] };
  expect(after(ready).stage).toEqual({ name: 'starting' });
  expect(after({ type: 'ended', reason: 'time' }).stage).toEqual({ name: 'ended', reason: 'time' });
});

test('[PUB-119] who enters a session in which something has run sees its values; else their own stay', () => {
  const ready = { type: 'ready', session: 'x', values: { depth: 8 }, is_running: false } as const;
  expect(after({ ...ready, cells: [] }).values).toEqual({ depth: 3 });
  const cells = [{ id: 'a', state: 'ok' as const, outputs: [{ kind: 'text' as const, text: '8' }] }];
  expect(after({ ...ready, cells })).toMatchObject({ values: { depth: 8 }, stage: { name: 'resting' } });
  expect(text(after({ ...ready, cells }), 'a')).toEqual(['8']);
});
