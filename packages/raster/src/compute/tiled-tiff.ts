import type { RasterCrs } from '../tiff/geo-keys.ts';
import type { Affine } from '../tiff/geo-transform.ts';
import { tag } from '../tiff/tag-table.ts';
import { describing, matrixOf, writeHead, type Field } from './tiff-head.ts';

/** Types of samples that are written, with their bytes and their format by TIFF 6.0 §19. */
const types = {
  uint8: [1, 1],
  int8: [1, 2],
  uint16: [2, 1],
  int16: [2, 2],
  uint32: [4, 1],
  int32: [4, 2],
  float32: [4, 3],
  float64: [8, 3],
} as const;
export type TiledType = keyof typeof types;

export interface TiledTiffWish {
  width: number;
  height: number;
  /** Pixels on a side of a tile, a multiple of 16. */
  tile: number;
  type: TiledType;
  /** Stands for no value; null where all values count. */
  nodata: number | null;
  bandNames: readonly string[];
  transform: Affine;
  keys: RasterCrs['keys'];
}

/** An uncompressed BigTIFF whose tiles are written in any order. */
export interface TiledTiff {
  head: Uint8Array;
  tilesAcross: number;
  tilesDown: number;
  tileBytes: number;
  /** Bytes of the whole file. */
  bytes: number;
  /** Where a tile of a band begins, all from 0. */
  offsetOf(band: number, column: number, row: number): number;
  /** A whole tile as it is stored. @param values `tile` × `tile`, NaN for none */
  pack(values: Float32Array | Float64Array): Uint8Array;
}

/**
 * Lays a BigTIFF out whose bands lie behind each other in tiles: each tile has its place before any is made, so that
 * several threads may write, and what a stopped one has written stays. Little-endian, as typed arrays are on the
 * machines that are supported.
 */
export function tiledTiff(wish: TiledTiffWish): TiledTiff {
  const { width, height, tile, type, nodata, bandNames } = wish;
  const [sampleBytes] = types[type];
  const [tilesAcross, tilesDown] = [Math.ceil(width / tile), Math.ceil(height / tile)];
  const tileBytes = tile * tile * sampleBytes;
  const count = tilesAcross * tilesDown * bandNames.length;
  // How long the head is does not depend on where it ends.
  const headBytes = writeHead(fieldsOf(wish, count, tileBytes, 0)).length;
  return {
    head: writeHead(fieldsOf(wish, count, tileBytes, headBytes)),
    tilesAcross,
    tilesDown,
    tileBytes,
    bytes: headBytes + count * tileBytes,
    offsetOf: (band, column, row) => headBytes + ((band * tilesDown + row) * tilesAcross + column) * tileBytes,
    pack: (values) => packed(values, type, nodata),
  };
}

function fieldsOf(
  { width, height, tile, type, nodata, bandNames, transform, keys }: TiledTiffWish,
  count: number,
  tileBytes: number,
  start: number,
): Field[] {
  const [sampleBytes, format] = types[type];
  const bands = bandNames.length;
  const each = (value: number, length = bands): number[] => Array.from({ length }, () => value);
  const fields: (Field | null)[] = [
    [tag.imageWidth, 'long8', [width]],
    [tag.imageLength, 'long8', [height]],
    [tag.bitsPerSample, 'short', each(sampleBytes * 8)],
    [tag.compression, 'short', [1]],
    [tag.photometric, 'short', [1]],
    [tag.samplesPerPixel, 'short', [bands]],
    [tag.planarConfiguration, 'short', [2]],
    [tag.tileWidth, 'short', [tile]],
    [tag.tileLength, 'short', [tile]],
    [tag.tileOffsets, 'long8', Array.from({ length: count }, (_, at) => start + at * tileBytes)],
    [tag.tileByteCounts, 'long8', each(tileBytes, count)],
    bands > 1 ? [tag.extraSamples, 'short', each(0, bands - 1)] : null,
    [tag.sampleFormat, 'short', each(format)],
    [tag.modelTransformation, 'double', matrixOf(transform, false)],
    [tag.geoKeyDirectory, 'short', keys.directory],
    keys.doubles.length > 0 ? [tag.geoDoubleParams, 'double', keys.doubles] : null,
    keys.letters.length > 0 ? [tag.geoAsciiParams, 'ascii', [...keys.letters, 0]] : null,
    [tag.gdalMetadata, 'ascii', [...new TextEncoder().encode(describing(bandNames)), 0]],
    nodata === null
      ? null
      : [tag.gdalNodata, 'ascii', [...new TextEncoder().encode(Number.isNaN(nodata) ? 'nan' : String(nodata)), 0]],
  ];
  return fields.filter((field) => field !== null).sort(([one], [other]) => one - other);
}

function packed(values: Float32Array | Float64Array, type: TiledType, nodata: number | null): Uint8Array {
  const out = arrayOf(type, values.length);
  const none = nodata ?? 0;
  const isWhole = types[type][1] !== 3;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    out[at] = value - value !== 0 ? none : isWhole ? Math.round(value) : value;
  }
  return new Uint8Array(out.buffer, out.byteOffset, out.byteLength);
}

function arrayOf(type: TiledType, length: number) {
  switch (type) {
    case 'uint8':
      return new Uint8Array(length);
    case 'int8':
      return new Int8Array(length);
    case 'uint16':
      return new Uint16Array(length);
    case 'int16':
      return new Int16Array(length);
    case 'uint32':
      return new Uint32Array(length);
    case 'int32':
      return new Int32Array(length);
    case 'float32':
      return new Float32Array(length);
    case 'float64':
      return new Float64Array(length);
  }
}

/** The keys of a projected coordinate system by its code in EPSG (GeoTIFF 1.1 §7.4); of degrees with `isGeographic`. */
export function keysOfCode(epsg: number, isGeographic = false): RasterCrs['keys'] {
  const directory = [
    1,
    1,
    0,
    3,
    1024,
    0,
    1,
    isGeographic ? 2 : 1,
    1025,
    0,
    1,
    1,
    isGeographic ? 2048 : 3072,
    0,
    1,
    epsg,
  ];
  return { directory, doubles: [], letters: [] };
}
