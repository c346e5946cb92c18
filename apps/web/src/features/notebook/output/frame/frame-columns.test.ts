import { expect, test } from 'vitest';
import { frameQuery, gridColumns, numberText } from './frame-columns.ts';

test('[NBK-170] columns are known by their places, so that names may be there twice; what has no name is called what it is', () => {
  const column = { type: 'number', dtype: 'int64', isIndex: false, missing: 'NaN' } as const;
  const columns = gridColumns(
    [
      { ...column, name: '', isIndex: true },
      { ...column, name: 'n' },
      { ...column, name: 'n', dtype: 'float64' },
      { ...column, name: '' },
    ],
    400,
    { index: 'Index', values: 'Values' },
  );
  expect(columns.map(({ id, name, isExact, nullText }) => [id, name, isExact, nullText])).toEqual([
    ['400', 'Index', true, 'NaN'],
    ['401', 'n', true, 'NaN'],
    ['402', 'n', false, 'NaN'],
    ['403', 'Values', true, 'NaN'],
  ]);
  expect(
    frameQuery(
      [{ columnId: '402', direction: 'desc' }],
      [
        { columnId: '401', operator: 'isNull' },
        { columnId: '400', operator: 'equals', value: '9007199254740993' },
      ],
    ),
  ).toEqual({
    sort: [{ column: 402, direction: 'desc' }],
    filter: [
      { column: 401, operator: 'isNull' },
      { column: 400, operator: 'equals', value: '9007199254740993' },
    ],
  });
});

test('[NBK-170] numbers are written with all digits and no others', () => {
  expect(['1152921504606846977', -1e-15, 2024, 'inf'].map(numberText)).toEqual([
    '1152921504606846977',
    '−1e-15',
    '2024',
    'inf',
  ]);
});
