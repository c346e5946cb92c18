import { expect, test } from 'vitest';
import { webAddress } from '../control/web-link.tsx';
import { widerColumns } from './fit-columns.ts';

const column = (name: string, type: 'text' | 'number') => ({ id: name, name, type });
const columns = [
  column('link', 'text'),
  column('short', 'text'),
  column('number', 'number'),
  column('endless', 'text'),
  { ...column('chosen', 'text'), width: 60 },
];
const rows = [
  ['https://example.com/a/page/of/it', 'a', 1_234_567.123_456_789, 'x'.repeat(1_000), 'y'.repeat(90)],
  [null, 'b', 1, null, null],
].map((values, index) => ({ id: String(index), index, values }));

test('[VEC-069] columns are as wide as their first values need, to a bound, and those of a chosen width stay', () => {
  const wider = widerColumns(
    { columns, rows, locale: 'en', texts: { true: 'true', false: 'false' } },
    columns,
    (texts) => texts.map((text) => text.length * 7),
  );
  expect(wider).toEqual([
    { colId: 'link', width: 32 * 7 + 34 },
    { colId: 'number', width: 19 * 7 + 34 },
    { colId: 'endless', width: 320 },
  ]);
});

test('[VEC-069] only a text that is the address of a page, and nothing else, leads there', () => {
  expect(['https://example.com/a?b=c#d', 'HTTP://example.com'].map(webAddress)).toEqual([
    'https://example.com/a?b=c#d',
    'HTTP://example.com',
  ]);
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'see https://example.com',
    'https://example.com and more',
    'https://',
    'ftp://example.com',
    'www.example.com',
    ' https://example.com',
    7,
    null,
  ])
    expect(webAddress(text)).toBeNull();
});
