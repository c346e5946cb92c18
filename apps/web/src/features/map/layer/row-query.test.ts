import type { ColumnType, PropertyValue } from '@groma/geo';
import { describe, expect, it } from 'vitest';
import { summarizeColumn } from './column-summary.ts';
import { queryRows, type RowQuery } from './row-query.ts';

const found = (type: ColumnType, values: PropertyValue[], query: Partial<RowQuery>): PropertyValue[] =>
  [
    ...queryRows(Uint32Array.from(values.keys()), [{ name: 'a', type, read: (row) => values[row]! }], {
      sort: [],
      filter: [],
      ...query,
    }),
  ].map((row) => values[row]!);

describe('rows of a table', () => {
  it('[VEC-063] are ordered and filtered by dates as moments, those of other zones and before Christ too', () => {
    const zoned = ['2024-01-01T12:00:00+14:00', null, '2023-12-31T23:00:00Z', '2024-01-01T00:00:00-01:00'];
    expect(found('datetimetz', zoned, { sort: [{ columnId: 'a', direction: 'asc' }] })).toEqual([
      zoned[0],
      zoned[2],
      zoned[3],
      null,
    ]);
    expect(
      found('date', ['2024-01-01', '-000043-03-15', '0001-01-01'], { sort: [{ columnId: 'a', direction: 'desc' }] }),
    ).toEqual(['2024-01-01', '0001-01-01', '-000043-03-15']);
    expect(
      found('datetimetz', zoned, {
        filter: [{ columnId: 'a', operator: 'greaterOrEqual', value: '2023-12-31T23:00:00Z' }],
      }),
    ).toEqual([zoned[2], zoned[3]]);
    expect(
      found('date', ['2024-01-01', '2023-05-01', null], {
        filter: [{ columnId: 'a', operator: 'startsWith', value: '2024' }],
      }),
    ).toEqual(['2024-01-01']);
    expect(
      found('date', ['2024-01-01', '2023-05-01', null], {
        filter: [{ columnId: 'a', operator: 'less', value: '2024' }],
      }),
    ).toEqual(['2023-05-01']);
  });

  it('[VEC-064] are ordered and filtered by 64-bit integers to the last digit', () => {
    const long = ['9007199254740993', 5, null, '9007199254740992', '-9223372036854775808'];
    expect(found('int64', long, { sort: [{ columnId: 'a', direction: 'asc' }] })).toEqual([
      '-9223372036854775808',
      5,
      '9007199254740992',
      '9007199254740993',
      null,
    ]);
    expect(
      found('int64', long, { filter: [{ columnId: 'a', operator: 'equals', value: '9007199254740993' }] }),
    ).toEqual(['9007199254740993']);
    expect(found('int64', long, { filter: [{ columnId: 'a', operator: 'greater', value: 4 }] })).toEqual([
      '9007199254740993',
      5,
      '9007199254740992',
    ]);
  });

  it('[VEC-063] tell of a column of dates the first and the last', () => {
    const values = ['2024-01-01', '-000043-03-15', null, '1850-06-01'];
    const summary = summarizeColumn(
      () => [{ length: values.length, numbers: null, codes: null, read: (row) => values[row]! }],
      'dates',
    );
    expect(summary).toMatchObject({
      kind: 'values',
      range: ['-000043-03-15', '2024-01-01'],
      counts: { nulls: 1, distinct: 3 },
    });
  });
});
