import type { RasterFile } from '../raster-file.ts';
import { tag } from '../tiff/tag-table.ts';

/** Types of values that are made, with the bytes and the format (TIFF 6.0 §19) of each. */
const madeTypes = {
  uint8: [1, 1],
  int8: [1, 2],
  uint16: [2, 1],
  int16: [2, 2],
  uint32: [4, 1],
  int32: [4, 2],
  float32: [4, 3],
  float64: [8, 3],
} as const;
export type MadeType = keyof typeof madeTypes;

/** Types of fields of TIFF 6.0 §2 and of BigTIFF, with the bytes of a value. */
const types = { ascii: [2, 1], short: [3, 2], double: [12, 8], long8: [16, 8] } as const;
type FieldType = keyof typeof types;
export type Field = readonly [id: number, type: FieldType, values: readonly number[]];

/** Where an image lies that is made. */
export type MadePlace = Pick<RasterFile, 'width' | 'height' | 'crs' | 'transform' | 'isPoint'>;

export interface MadeLayout {
  type: MadeType;
  /** Stands for no value; null where each pixel has one. */
  nodata: number | null;
  /** What each is called; one that is left out has no bytes, and no values. */
  bands: readonly { name: string; isThere: boolean }[];
  rowsAtOnce: number;
}

/**
 * The head of a BigTIFF of uncompressed bands: the strips of the first band follow it, of so many rows each, then those
 * of the next, without anything between them. Little-endian, as typed arrays are on the machines that are supported.
 */
export function tiffHead(
  { width, height, crs, transform, isPoint }: MadePlace,
  { type, nodata, bands, rowsAtOnce }: MadeLayout,
): Uint8Array {
  const [sampleBytes, format] = madeTypes[type];
  const strips = Math.ceil(height / rowsAtOnce);
  const stripBytes = (strip: number): number => width * sampleBytes * Math.min(rowsAtOnce, height - strip * rowsAtOnce);
  const counts = bands.flatMap(({ isThere }) =>
    Array.from({ length: strips }, (_, strip) => (isThere ? stripBytes(strip) : 0)),
  );
  const each = (value: number): number[] => bands.map(() => value);
  const fieldsAt = (start: number): Field[] => {
    let at = start;
    const offsets = counts.map((bytes) => (bytes === 0 ? 0 : (at += bytes) - bytes));
    const fields: (Field | null)[] = [
      [tag.imageWidth, 'long8', [width]],
      [tag.imageLength, 'long8', [height]],
      [tag.bitsPerSample, 'short', each(sampleBytes * 8)],
      [tag.compression, 'short', [1]],
      [tag.photometric, 'short', [1]],
      [tag.stripOffsets, 'long8', offsets],
      [tag.samplesPerPixel, 'short', [bands.length]],
      [tag.rowsPerStrip, 'long8', [rowsAtOnce]],
      [tag.stripByteCounts, 'long8', counts],
      [tag.planarConfiguration, 'short', [bands.length === 1 ? 1 : 2]],
      bands.length === 1 ? null : [tag.extraSamples, 'short', bands.slice(1).map(() => 0)],
      [tag.sampleFormat, 'short', each(format)],
      transform && [tag.modelTransformation, 'double', matrixOf(transform, isPoint)],
      crs && [tag.geoKeyDirectory, 'short', crs.keys.directory],
      crs && crs.keys.doubles.length > 0 ? [tag.geoDoubleParams, 'double', crs.keys.doubles] : null,
      crs && crs.keys.letters.length > 0 ? [tag.geoAsciiParams, 'ascii', [...crs.keys.letters, 0]] : null,
      [tag.gdalMetadata, 'ascii', [...bytesOf(describing(bands.map(({ name }) => name))), 0]],
      nodata === null
        ? null
        : [tag.gdalNodata, 'ascii', [...bytesOf(Number.isNaN(nodata) ? 'nan' : String(nodata)), 0]],
    ];
    return fields.filter((field) => field !== null).sort(([one], [other]) => one - other);
  };
  // How long the head is does not depend on where it ends.
  return writeHead(fieldsAt(writeHead(fieldsAt(0)).length));
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What GDAL notes of bands: what they are called. */
export function describing(bandNames: readonly string[]): string {
  const items = bandNames.map((name, band) => {
    const text = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return `<Item name="DESCRIPTION" sample="${band}" role="description">${text}</Item>`;
  });
  return `<GDALMetadata>${items.join('')}</GDALMetadata>`;
}

/** GeoTIFF 1.1 §7.1.2: a matrix by rows. Where coordinates mean the middle of a pixel, it begins there. */
export function matrixOf({ a, b, c, d, e, f }: NonNullable<RasterFile['transform']>, isPoint: boolean): number[] {
  const [x, y] = isPoint ? [c + (a + b) / 2, f + (d + e) / 2] : [c, f];
  return [a, b, 0, x, d, e, 0, y, 0, 0, 0, 0, 0, 0, 0, 1];
}

const [headBytes, fieldBytes, inlineBytes] = [16, 20, 8];

/** A little-endian BigTIFF of one directory, with nothing behind it yet. */
export function writeHead(fields: readonly Field[]): Uint8Array {
  const directoryBytes = 8 + fields.length * fieldBytes + 8;
  const sizes = fields.map(([, type, values]) => values.length * types[type][1]);
  const outside = sizes.map((size) => (size > inlineBytes ? Math.ceil(size / 8) * 8 : 0));
  const bytes = new Uint8Array(headBytes + directoryBytes + outside.reduce((sum, size) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  bytes.set([0x49, 0x49, 43, 0, 8, 0, 0, 0, headBytes]);
  view.setBigUint64(headBytes, BigInt(fields.length), true);
  let valuesAt = headBytes + directoryBytes;
  for (const [index, [id, type, values]] of fields.entries()) {
    const at = headBytes + 8 + index * fieldBytes;
    view.setUint16(at, id, true);
    view.setUint16(at + 2, types[type][0], true);
    view.setBigUint64(at + 4, BigInt(values.length), true);
    const isInline = outside[index] === 0;
    if (!isInline) view.setBigUint64(at + 12, BigInt(valuesAt), true);
    writeValues(view, isInline ? at + 12 : valuesAt, type, values);
    valuesAt += outside[index]!;
  }
  return bytes;
}

function writeValues(view: DataView, start: number, type: FieldType, values: readonly number[]): void {
  for (const [index, value] of values.entries()) {
    const at = start + index * types[type][1];
    if (type === 'ascii') view.setUint8(at, value);
    else if (type === 'short') view.setUint16(at, value, true);
    else if (type === 'double') view.setFloat64(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
  }
}
