import { expect, test } from 'vitest';
import type { MapState } from '../session/map-state.ts';
import { tableStatus } from './table-status.ts';

const layer = { kind: 'vector' } as MapState['data'][string];
const entry = { id: 'wells', text: 'Wells' } as MapState['hierarchy'][string];
const loaded = (status: 'ready' | 'loading') => ({ load: { status } }) as MapState['loaded'][string];
const state = {
  status: 'ready',
  isUnanswered: false,
  hierarchy: { wells: entry },
  data: { wells: layer },
  loaded: { wells: loaded('ready') },
} as const;

test('[MAP-144] the table of a layer that somebody deletes says so, and has its rows again when it is restored', () => {
  expect(tableStatus(state, 'wells')).toBe('ready');
  // The tree is what the room tells of; the rows are dropped, and what the layer held stays known.
  const after = { ...state, hierarchy: {}, loaded: {} };
  expect(tableStatus(after, 'wells')).toBe('deleted');
  expect(tableStatus({ ...after, hierarchy: state.hierarchy }, 'wells')).toBe('loading');
  expect(tableStatus({ ...after, data: {} }, 'wells')).toBe('unknown');
  expect(tableStatus({ ...after, isUnanswered: true }, 'wells')).toBe('unanswered');
});
