import { expect, test } from 'vitest';
import type { Column } from '../snapshot/manifest.ts';
import { compileExpression } from './compile-expression.ts';

const columns: Column[] = [
  { name: 'day', type: 'date' },
  { name: 'at', type: 'datetimetz' },
  { name: 'id', type: 'int64' },
  { name: 'share', type: 'number' },
];
const properties = {
  day: '-000043-03-15',
  at: '2024-01-01T12:00:00.123456+14:00',
  id: '9007199254740993',
  share: Infinity,
};
const read = (text: string) => {
  const expression = compileExpression(text, columns);
  return [expression.evaluate({ fid: 1, geometry: null, properties }), expression.copied ?? expression.type];
};

test('[VEC-063] expressions compare dates as moments, take them apart and copy them whole', () => {
  expect(read('$at')).toEqual([properties.at, 'datetimetz']);
  expect(read("$at < '2023-12-31T23:00:00Z'")).toEqual([true, 'boolean']);
  expect(read("$at in ('2023-12-31T22:00:00.123Z')")).toEqual([true, 'boolean']);
  expect(read('year($day)')).toEqual([-43, 'number']);
  expect(read("$day < '0001-01-01'")).toEqual([true, 'boolean']);
});

test('[VEC-064] expressions compare 64-bit integers to the last digit and copy what is no finite number', () => {
  expect(read("$id = '9007199254740992'")).toEqual([false, 'boolean']);
  expect(read("$id > '9007199254740992'")).toEqual([true, 'boolean']);
  expect(read('$id > 5')).toEqual([true, 'boolean']);
  expect(read('$id')).toEqual([properties.id, 'int64']);
  expect(read('$share')).toEqual([Infinity, 'number']);
});
