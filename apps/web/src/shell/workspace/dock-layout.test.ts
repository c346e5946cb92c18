import { Orientation, type SerializedDockview } from 'dockview-react';
import { expect, test } from 'vitest';
import { layoutKey, pruneLayout } from './dock-layout.ts';

const panel = (id: string, kind: string) => ({
  id,
  title: id,
  contentComponent: 'panel',
  params: { kind, params: null },
});
const leaf = (id: string, views: string[], activeView = views[0]) => ({
  type: 'leaf' as const,
  size: 100,
  data: { id, views, ...(activeView === undefined ? {} : { activeView }) },
});

function layout(): SerializedDockview {
  return {
    grid: {
      height: 100,
      width: 200,
      orientation: Orientation.HORIZONTAL,
      root: {
        type: 'branch',
        data: [
          leaf('1', ['map-a', 'old-b'], 'old-b'),
          { type: 'branch', size: 100, data: [leaf('2', ['old-c']), leaf('3', ['note-d'])] },
        ],
      },
    },
    panels: {
      'map-a': panel('map-a', 'map'),
      'old-b': panel('old-b', 'gone'),
      'old-c': panel('old-c', 'gone'),
      'note-d': panel('note-d', 'notebook'),
    },
    activeGroup: '2',
  };
}

const isKnown = (kind: string) => kind === 'map' || kind === 'notebook';

test('a kept layout loses panels of kinds that are not there, and the groups they leave empty', () => {
  const pruned = pruneLayout(layout(), isKnown);
  expect(Object.keys(pruned?.panels ?? {})).toEqual(['map-a', 'note-d']);
  expect(pruned?.grid.root.data).toEqual([
    leaf('1', ['map-a']),
    { type: 'branch', size: 100, data: [leaf('3', ['note-d'])] },
  ]);
});

test('a group that was active and is gone is not made active', () => {
  expect(pruneLayout(layout(), isKnown)).not.toHaveProperty('activeGroup');
  expect(pruneLayout({ ...layout(), activeGroup: '3' }, isKnown)?.activeGroup).toBe('3');
});

test('nothing is left of a layout of unknown kinds only', () => {
  expect(pruneLayout(layout(), () => false)).toBeNull();
});

test('each person has a layout of their own in each project', () => {
  const keys = new Set([layoutKey('a', 'p'), layoutKey('b', 'p'), layoutKey('a', 'q')]);
  expect(keys.size).toBe(3);
});
