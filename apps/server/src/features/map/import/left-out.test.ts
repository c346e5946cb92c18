import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LeftOutRows } from './left-out.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groma-left-out-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('[VEC-061] the table of rows that were left out is bounded, also where each row has columns of its own, and says how many it holds', async () => {
  const most = 200_000;
  const rows = new LeftOutRows(most);
  for (let row = 1; row <= 500; row++)
    rows.add(row, 'out-of-range', 'x', {
      properties: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`name ${row} ${index}`, row])),
    });
  const report = rows.finish(join(folder, 'wide'))!;
  expect(report.count).toBe(500);
  expect(report.fileRows).toBeGreaterThan(5);
  const text = await readFile(report.file!, 'utf8');
  expect(text.length).toBeLessThan(most);
  expect(text.split('\r\n')).toHaveLength(report.fileRows + 2);
});

it('[VEC-061] a value that is deep in a cell counts too, and a table with room for no row is none', async () => {
  const rows = new LeftOutRows(1_000);
  rows.add(1, 'unreadable-row', 'x', { properties: { a: { long: 'y'.repeat(2_000) } } });
  expect(rows.finish(join(folder, 'none'))).toMatchObject({ count: 1, file: null, fileRows: 0 });
  const some = new LeftOutRows(1_000);
  some.add(3, 'out-of-range', 'far', { geometry: { type: 'Point', coordinates: [500, 0] }, properties: { a: 1 } });
  some.add(2, 'unreadable-row', 'odd', { properties: { b: ['x', null], a: 'one, two' } });
  const { file, fileRows } = some.finish(join(folder, 'some'))!;
  expect(fileRows).toBe(2);
  expect(await readFile(file!, 'utf8')).toBe(
    '\ufeffrow,reason,detail,geometry,a,b\r\n2,unreadable-row,odd,,"one, two","[""x"",null]"\r\n3,out-of-range,far,POINT (500 0),1,\r\n',
  );
});
