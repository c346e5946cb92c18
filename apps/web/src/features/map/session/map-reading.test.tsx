import { defaultBaseMap, defaultViewState } from '@groma/model';
import { afterEach, expect, test, vi } from 'vitest';
import { pageOperationStore } from '../../../registry/page-operation.ts';
import { MapReading } from './map-reading.ts';
import { firstMapState, type MapState } from './map-state.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  pageOperationStore.setState({ operations: [] });
});

const stored = {
  id: crypto.randomUUID(),
  project_id: crypto.randomUUID(),
  name: 'Water',
  tenant_id: crypto.randomUUID(),
  updated_at: new Date(0).toISOString(),
  base_map_type: defaultBaseMap,
  locking: 'layer',
  view_state: defaultViewState,
  layers: [],
  vector_style: {},
  layer_editors: {},
};
const isHere = () => Response.json({ data: stored });
const isAway = () => new Response('', { status: 502 });
const isOut = () => {
  throw new TypeError('Failed to fetch');
};
const isForbidden = () => Response.json({ code: 'FORBIDDEN', details: {}, message: 'no' }, { status: 403 });
const isBroken = () => new Response('', { status: 500 });

/** A map that is opened while calls are answered by the last of `answers` that was put there. */
function open(first: () => Response) {
  let answer = first;
  let calls = 0;
  vi.stubGlobal('fetch', async () => {
    calls += 1;
    return answer();
  });
  let state: Pick<MapState, 'status' | 'failure' | 'isUnanswered'> = firstMapState;
  const reading = new MapReading(
    { mapId: stored.id, projectId: stored.project_id },
    {
      read: () => state,
      set: (change) => {
        state = { ...state, ...change };
      },
      onRead: () => {
        state = { status: 'ready', failure: null, isUnanswered: false };
      },
    },
  );
  return {
    reading,
    answerWith: (next: () => Response) => {
      answer = next;
    },
    calls: () => calls,
    look: () => [state.status, state.isUnanswered],
  };
}

test('[MAP-139] a map that nothing answers for goes on opening, without a failed operation, and opens by itself once the server answers', async () => {
  for (const nothing of [isOut, isAway]) {
    const { reading, answerWith, look } = open(nothing);
    await reading.refresh();
    expect(look()).toEqual(['loading', true]);
    expect(pageOperationStore.getState().operations).toEqual([]);
    answerWith(isHere);
    await expect.poll(look).toEqual(['ready', false]);
  }
});

test('[MAP-139] a map that nothing answered for opens as soon as its room is there, and is not asked for once it is closed', async () => {
  const { reading, answerWith, look, calls } = open(isOut);
  await reading.refresh();
  // What a room that is connected does.
  answerWith(isHere);
  await reading.refresh();
  expect(look()).toEqual(['ready', false]);
  answerWith(isOut);
  const other = open(isOut);
  await other.reading.refresh();
  other.reading.close();
  const [before, beforeOther] = [calls(), other.calls()];
  dispatchEvent(new Event('focus'));
  expect([calls(), other.calls()]).toEqual([before, beforeOther]);
});

test('[MAP-105, MAP-139] a map that turns out to be gone or broken once the server answers does not stay open', async () => {
  for (const [answer, status] of [
    [isForbidden, 'gone'],
    [isBroken, 'failed'],
  ] as const) {
    const { reading, answerWith, look } = open(isOut);
    await reading.refresh();
    answerWith(answer);
    dispatchEvent(new Event('focus'));
    await expect.poll(look).toEqual([status, false]);
    reading.close();
  }
});
