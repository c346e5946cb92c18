import { afterEach, expect, test, vi } from 'vitest';
import { paginationOf } from '@groma/model';
import { api } from '../../../platform/api.ts';
import { TableSource } from './table-source.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a page that the server has ended early, for its rows are wide, is read on to its end from where it was', async () => {
  const asked: unknown[] = [];
  vi.spyOn(api, 'call').mockImplementation(((
    _endpoint: unknown,
    { query: { offset, limit, snapshot } }: { query: { offset: number; limit: number; snapshot?: string } },
  ) => {
    asked.push([offset, limit, snapshot]);
    const rows = Array.from({ length: Math.min(limit, 2, 13 - offset) }, (_each, index) => [offset + index]);
    return Promise.resolve({
      columns: [{ name: 'n', type: 'BIGINT' }],
      data: rows,
      rows,
      pagination: paginationOf({ offset, limit, rows: rows.length, total: 13 }),
      snapshot: 'place',
    });
  }) as never);
  const source = new TableSource('database', { schema: 'main', table: 'wide' });
  const page = (index: number) => source.read({ page: index, size: 5, query: { sort: [], filter: [] } as never }, []);
  const first = await page(0);
  expect(first.rows).toEqual([[0], [1], [2], [3], [4]]);
  expect(first.pagination).toMatchObject({ offset: 0, limit: 5, hasMore: true, has_previous: false, total_count: 13 });
  const last = await page(2);
  expect([last.rows, last.pagination.hasMore]).toEqual([[[10], [11], [12]], false]);
  expect(asked).toEqual([
    [0, 5, undefined],
    [2, 3, 'place'],
    [4, 1, 'place'],
    [10, 5, 'place'],
    [12, 3, 'place'],
  ]);
});
