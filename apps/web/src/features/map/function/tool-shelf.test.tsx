import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { MapState } from '../session/map-state.ts';
import { keepInHand, layerInHand, sourceInHand, takeInHand, takeSource, useInHand } from './tool-shelf.ts';

const layers = ['a', 'b', 'c'].map((id) => ({ id }));

/** A map whose layers that others hold cannot be held. */
function mapOf(boundLayerId: string | null, others: readonly string[] = []) {
  const state = { boundLayerId } as MapState;
  const bind = (id: string | null) => {
    if (id === null || !others.includes(id)) state.boundLayerId = id;
  };
  return { state, bind };
}

function inHandOf(mapId: string, boundLayerId: string | null) {
  const { result } = renderHook(() => useInHand(mapId));
  return layerInHand(layers, result.current, boundLayerId)?.id;
}

test('[GEO-006] the layer that is asked for is in hand, also where somebody else holds it', () => {
  const free = mapOf('a');
  takeInHand('m', 'b', free);
  expect(free.state.boundLayerId).toBe('b');
  expect(inHandOf('m', 'b')).toBe('b');

  const locked = mapOf('a', ['b']);
  takeInHand('m', 'b', locked);
  expect(locked.state.boundLayerId).toBe('a');
  expect(inHandOf('m', 'a')).toBe('b');
  // Holding another layer in the tree takes that in hand; holding none leaves it.
  expect(inHandOf('m', 'c')).toBe('c');
  expect(inHandOf('m', null)).toBe('b');

  takeInHand('other', 'c', null);
  expect(inHandOf('other', null)).toBe('c');
  expect(inHandOf('m', 'a')).toBe('b');
});

test('[GEO-006] without a layer that is there, the first one is in hand', () => {
  expect(inHandOf('new', null)).toBe('a');
  expect(inHandOf('new', 'b')).toBe('b');
  takeInHand('new', 'gone', null);
  expect(inHandOf('new', null)).toBe('a');
  expect(layerInHand([], undefined, null)).toBeUndefined();
});

test('[GEO-006] other data stays in hand until a layer is taken, or another one is held in the tree', () => {
  const sourceOf = (bound: string | null) => sourceInHand(renderHook(() => useInHand('s')).result.current, bound);
  expect(sourceOf(null)).toBeNull();
  takeSource('s', 'file:/data/x.csv', { layerId: 'a', boundLayerId: 'a' });
  keepInHand('s', { layerId: 'a', boundLayerId: 'a' });
  expect(sourceOf('a')).toBe('file:/data/x.csv');
  expect(sourceOf('b')).toBeNull();
  takeInHand('s', 'b', mapOf('b'));
  expect(sourceOf('b')).toBeNull();
});
