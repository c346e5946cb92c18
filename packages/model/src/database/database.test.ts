import { expect, test } from 'vitest';
import { defaultQuery } from './query-history.ts';
import { paginationOf, readPagination } from './table-view.ts';

test("[DBS-071] both forms of a page's place are read into one", () => {
  const whole = paginationOf({ offset: 25, limit: 25, rows: 25, total: 60 });
  expect(readPagination({ offset: 25, limit: 25, totalRows: 60, hasMore: true })).toEqual(whole);
  expect(readPagination({ offset: 25, limit: 25, total_count: 60, has_next: true, has_previous: true })).toEqual(whole);
  expect(readPagination({ offset: 0, limit: 25 })).toMatchObject({
    totalRows: null,
    hasMore: false,
    has_previous: false,
  });
});

test('[DBS-077] the query that an editor begins with', () => {
  expect(defaultQuery).toBe('SELECT * FROM table_name LIMIT 10;');
});
