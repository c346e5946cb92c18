import { expect, test } from 'vitest';
import { ColumnStore, type Weight } from './column-store.ts';

/** A column of so many distinct texts of 1,000 characters. */
function column(name: string, texts: number, weight: Weight): ColumnStore {
  const store = new ColumnStore(name, weight);
  for (let row = 0; row < texts; row++) store.set(row, textOf(row));
  return store;
}
const textOf = (row: number): string => `${row}`.padEnd(1_000, '-');

test('[VEC-009] the dictionaries of all columns together are bounded: those that grow are given up, small ones stay', () => {
  const weight: Weight = { bytes: 0, interned: 0 };
  const columns = Array.from({ length: 20 }, (_, number) => column(`c${number}`, 3_000, weight));
  const kept = columns.filter(({ isInterned }) => isInterned);
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.length).toBeLessThan(15);
  expect(weight.interned).toBeLessThan(65 * 1024 * 1024);
  expect(column('small', 20, weight).isInterned).toBe(true);
  for (const each of columns) expect([each.text(0), each.text(2_999)]).toEqual([textOf(0), textOf(2_999)]);
});
