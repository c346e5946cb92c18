import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { dots, pageLayout } from './paper.ts';
import { withResolution } from './save-page.ts';
import { writePdf } from './write-pdf.ts';

test('[PUB-096] a page has its paper in dots of 300 an inch, and the map what heading and foot leave', () => {
  const { width, height, map, heading, foot } = pageLayout('A4', 'landscape', true);
  expect([dots(width), dots(height)]).toEqual([3508, 2480]);
  expect(map.y).toBeGreaterThan(heading!.y);
  expect(map.y + map.height).toBeCloseTo(foot.y);
  expect(pageLayout('Letter', 'portrait', false)).toMatchObject({ width: 215.9, height: 279.4, heading: null });
  expect(pageLayout('A3', 'portrait', false).map.height).toBeGreaterThan(pageLayout('A3', 'portrait', true).map.height);
});

test('[PUB-096] a PDF is one page of the paper with the picture, and knows its title in any script', () => {
  const jpeg = Uint8Array.from([0xff, 0xd8, 1, 2, 0xff, 0xd9]);
  const title = 'Река Ø';
  const bytes = writePdf({ jpeg, pixels: { width: 30, height: 20 }, paper: { width: 297, height: 210 }, title });
  const text = Buffer.from(bytes).toString('latin1');
  expect(text.startsWith('%PDF-1.4')).toBe(true);
  expect(text).toContain('/MediaBox [0 0 841.89 595.28]');
  expect(text).toContain(Buffer.from(jpeg).toString('latin1'));
  const written = /\/Title <feff([0-9a-f]+)>/.exec(text)![1]!;
  expect(Buffer.from(written, 'hex').swap16().toString('utf16le')).toBe(title);
  // Readers find the objects by the bytes at which the table says they begin.
  const table = Number(/startxref\n(\d+)/.exec(text)![1]);
  expect(text.slice(table, table + 4)).toBe('xref');
  const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset));
  expect(offsets.map((offset) => text.slice(offset, offset + 7))).toEqual(
    Array.from({ length: 6 }, (_, index) => `${index + 1} 0 obj`),
  );
});

test('[PUB-096] a PNG says that it has 300 dots an inch', () => {
  const head = Buffer.alloc(33, 1);
  const png = Buffer.from(withResolution(Buffer.concat([head, Buffer.from('rest')])));
  expect(png.subarray(37, 41).toString()).toBe('pHYs');
  expect(Math.round(png.readUInt32BE(41) / (1_000 / 25.4))).toBe(300);
  expect(png.readUInt32BE(50)).toBe(crc32(png.subarray(37, 50)));
  expect(png.subarray(54).toString()).toBe('rest');
});
