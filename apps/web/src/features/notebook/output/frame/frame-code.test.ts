import { expect, test } from 'vitest';
import { chartCode, mapCode } from './frame-code.ts';

test('[NBK-176] code that is inserted draws what a frame has, and puts it on a map', () => {
  const column = (name: string, type: 'number' | 'time' | 'text', isIndex = false) =>
    ({ name, type, isIndex, dtype: '', missing: '' }) as const;
  const code = (...columns: ReturnType<typeof column>[]) => chartCode({ columns, asPandas: 'df' });
  expect(code(column('t', 'time'), column('n', 'number'), column('n', 'number'), column('a "b"', 'number'))).toBe(
    String.raw`df.plot(x="t", y="a \"b\"");`,
  );
  expect(code(column('i', 'time', true), column('n', 'number'))).toBe('df["n"].plot.hist(bins=30);');
  expect(code(column('who', 'text'))).toBe('df["who"].value_counts().head(20).plot.barh();');
  expect(code(column('', 'number'))).toBe('df.plot();');
  expect(mapCode('roads', 'World')).toBe('import groma\n\ngroma.maps["World"].add(roads, name="roads")');
  expect(mapCode('roads', null)).toContain('groma.maps.create("roads").add(roads');
});
