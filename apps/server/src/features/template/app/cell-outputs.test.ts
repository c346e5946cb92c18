import { expect, test } from 'vitest';
import type { WholeOutput } from '@groma/model';
import { CellOutputs } from './cell-outputs.ts';

const picture = (length: number, more: Partial<WholeOutput> = {}): WholeOutput =>
  ({ kind: 'image/png', data: 'x'.repeat(length), display: 'film', ...more }) as WholeOutput;
const text = (length: number): WholeOutput => ({ kind: 'text', text: 'y'.repeat(length) });
const kindsOf = ({ shown }: CellOutputs) => shown.map(({ kind }) => kind);

test('[PUB-124] of a display that is shown again only the last form counts, and what follows is shown', () => {
  const outputs = new CellOutputs();
  outputs.add([picture(100_000)]);
  for (let frame = 0; frame < 60; frame++) outputs.add([picture(100_000 + frame, { isUpdate: true })]);
  outputs.add([text(3)]);
  expect(kindsOf(outputs)).toEqual(['image/png', 'text']);
  expect(outputs.size).toBe(100_062);
  expect(outputs.shown[0]).toEqual(picture(100_059));
});

test('[PUB-124, PUB-143] an update that is too large leaves what was shown, and it is noted', () => {
  const outputs = new CellOutputs();
  outputs.add([picture(10), picture(5_000_000, { isUpdate: true }), picture(6_000_000, { isUpdate: true })]);
  outputs.add([picture(20, { isUpdate: true })]);
  expect(outputs.shown).toEqual([picture(20)]);
  expect(outputs.isCut).toBe(true);
  // Of a display of another block nothing is shown here.
  outputs.add([picture(5_000_000, { isUpdate: true, display: 'other' })]);
  expect(outputs.size).toBe(20);
});

test('[PUB-124] a block shows 4,000,000 characters, or what the others of its session have left', () => {
  for (const [outputs, most] of [
    [new CellOutputs(), 4_000_000],
    [new CellOutputs(100), 100],
    [new CellOutputs(-5), 0],
  ] as const) {
    outputs.add([text(most), text(1), text(1)]);
    outputs.add([picture(1)]);
    expect(outputs.size).toBe(most);
    expect(kindsOf(outputs)).toEqual(['text']);
    expect(outputs.isCut).toBe(true);
    outputs.clear();
    expect(outputs.isCut).toBe(false);
    outputs.add([text(most)]);
    expect(kindsOf(outputs)).toEqual(['text']);
  }
});
