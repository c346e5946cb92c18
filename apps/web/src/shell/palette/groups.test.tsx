import { expect, test } from 'vitest';
import type { Resource, ResourceSource } from '../../registry/resource.ts';
import { registerPanel } from '../../registry/panel.ts';
import { groupsOf } from './groups.tsx';

const NoIcon = (() => null) as never;
const t = (key: string) => key;
const source = (label: string, more: Partial<ResourceSource> = {}): ResourceSource => ({
  kind: 'map',
  label,
  icon: NoIcon,
  open: () => undefined,
  ...more,
});
const thing = (name: string): Resource => ({ kind: 'map', id: name, name });
const none = { commands: [], recent: [], choose: () => undefined };

registerPanel({ kind: 'map', icon: NoIcon, load: () => Promise.resolve({ default: () => null }) });

const shown = (
  typed: string,
  found: Parameters<typeof groupsOf>[0]['found'],
  recent: Parameters<typeof groupsOf>[0]['recent'] = [],
) =>
  groupsOf({ ...none, t, typed, found, recent }).map(({ group, actions }) => [
    group,
    actions.map(({ label }) => label),
  ]);

test('[SHL-001] [SHL-152] before anything is typed, what was opened lately comes first and once, and nothing of a kind that is gone', () => {
  const recent = [
    { kind: 'map', id: 'map:b', title: 'b', params: null },
    { kind: 'gone', id: 'x', title: 'x', params: null },
  ];
  expect(shown('', [{ source: source('maps'), resources: [thing('a'), thing('b')], isAnswer: false }], recent)).toEqual(
    [
      ['shell.recent', ['b']],
      ['maps', ['a']],
    ],
  );
});

test('[SHL-001] answers of the server stand after what is named so and before what only has the letters', () => {
  const found = [
    { source: source('loose'), resources: [thing('g-a-u-g-e-s')], isAnswer: false },
    { source: source('texts'), resources: [thing('a line with gauges')], isAnswer: true },
    { source: source('named'), resources: [thing('gauges of the Danube'), thing('other')], isAnswer: false },
  ];
  expect(shown('gauges', found)).toEqual([
    ['named', ['gauges of the Danube']],
    ['texts', ['a line with gauges']],
    ['loose', ['g-a-u-g-e-s']],
  ]);
});
