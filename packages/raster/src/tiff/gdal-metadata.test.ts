import { expect, test } from 'vitest';
import { readBandNotes } from './gdal-metadata.ts';

test('scale, offset and description of each band are read; what cannot be read is passed over', () => {
  const xml =
    '<GDALMetadata>\n  <Item name="SCALE" sample="0" role="scale">0.5</Item>\n  <Item name="OFFSET" sample = "0" role="offset">-3</Item>\n  <Item name="other"/>\n  <Items sample="1" role="scale">7</Items>' +
    '<Item sample="1" role="description">a &lt;b&gt; &amp;amp;</Item><Item sample="9" role="scale">2</Item><Item sample="1" role="scale">much</Item><Item sample="1" role="offset">4';
  expect(readBandNotes(xml, 2)).toEqual([
    { description: null, scale: 0.5, offset: -3 },
    { description: 'a <b> &amp;', scale: 1, offset: 0 },
  ]);
});

test.each([
  ['one long word', `<Item ${'a'.repeat(1_000_000)}>x</Item>`],
  ['spaces', `<Item a${' '.repeat(1_000_000)}>x</Item>`],
  ['items without an end', '<Item '.repeat(200_000)],
  ['items without a text', '<Item >'.repeat(200_000)],
  ['words without values', `<Item ${'a="'.repeat(300_000)}>x</Item>`],
])('a million characters of %s are read once, not again and again', (_, xml) => {
  const start = performance.now();
  expect(readBandNotes(xml, 1)).toEqual([{ description: null, scale: 1, offset: 0 }]);
  // Character by character with itself it would be many minutes.
  expect(performance.now() - start).toBeLessThan(5_000);
});
