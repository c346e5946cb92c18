import type { Triple } from './matrix.ts';

/** Points of a tile. */
export interface ScenePoints {
  kind: 'points';
  count: number;
  /** What is to be added to each place. */
  center: Triple;
  /** Three numbers for each point. */
  positions: Float32Array;
  /** Red, green and blue from 0 to 255 for each point; null where the tile has no colours. */
  colors: Uint8Array | null;
  intensity: ArrayLike<number> | null;
  classification: ArrayLike<number> | null;
}

interface Table {
  [name: string]: unknown;
}
interface Part {
  bytes: Uint8Array;
  table: Table;
}

const headBytes = 28;
const numbers = {
  BYTE: [1, Int8Array],
  UNSIGNED_BYTE: [1, Uint8Array],
  SHORT: [2, Int16Array],
  UNSIGNED_SHORT: [2, Uint16Array],
  INT: [4, Int32Array],
  UNSIGNED_INT: [4, Uint32Array],
  FLOAT: [4, Float32Array],
  DOUBLE: [8, Float64Array],
} as const;
type NumberKind = keyof typeof numbers;

/**
 * Reads a PNTS tile of 3D Tiles 1.0 (OGC 18-053r2, 11): places, plain or in steps, colours in each of their forms, and
 * of its other columns intensity and classification.
 * @throws Error with what is wrong, in a few words
 */
export function readPoints(file: Uint8Array): ScenePoints {
  const [features, batch] = tileParts(file, 'pnts');
  const count = Number(features.table['POINTS_LENGTH']);
  if (!Number.isInteger(count) || count < 0) throw new Error('it does not say how many points it has');
  if ('extensions' in features.table) throw new Error('its points are compressed by Draco');
  return {
    kind: 'points',
    count,
    center: tripleOf(features.table['RTC_CENTER']) ?? [0, 0, 0],
    positions: readPositions(features, count),
    colors: readColors(features, count),
    intensity: readColumn(batch, 'intensity', count),
    classification: readColumn(batch, 'classification', count),
  };
}

/** Tables of features and of batches with their bytes, which all tiles of 3D Tiles 1.0 have in the same order. */
export function tileParts(file: Uint8Array, magic: string): [features: Part, batch: Part, rest: Uint8Array] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < headBytes || new TextDecoder().decode(file.subarray(0, 4)) !== magic)
    throw new Error(`it is no ${magic.toUpperCase()} tile`);
  const [total, ...lengths] = [8, 12, 16, 20, 24].map((at) => view.getUint32(at, true));
  if (total! > file.length || headBytes + lengths.reduce((sum, each) => sum + each, 0) > file.length)
    throw new Error('it ends before its end');
  let at = headBytes;
  const parts = lengths.map((length) => file.subarray(at, (at += length)));
  return [
    { table: tableOf(parts[0]!), bytes: parts[1]! },
    { table: tableOf(parts[2]!), bytes: parts[3]! },
    file.subarray(at, total),
  ];
}

function tableOf(bytes: Uint8Array): Table {
  if (bytes.length === 0) return {};
  const value = JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  return typeof value === 'object' && value !== null ? (value as Table) : {};
}

export function tripleOf(value: unknown): Triple | null {
  return Array.isArray(value) && value.length === 3 && value.every((each) => Number.isFinite(each))
    ? (value as unknown as Triple)
    : null;
}

function readPositions({ table, bytes }: Part, count: number): Float32Array {
  const plain = offsetOf(table['POSITION']);
  if (plain !== null) return take(bytes, plain, count * 3, 'FLOAT') as Float32Array;
  const stepped = offsetOf(table['POSITION_QUANTIZED']);
  const [volume, from] = [tripleOf(table['QUANTIZED_VOLUME_SCALE']), tripleOf(table['QUANTIZED_VOLUME_OFFSET'])];
  if (stepped === null || !volume || !from) throw new Error('it has no places');
  const steps = take(bytes, stepped, count * 3, 'UNSIGNED_SHORT');
  return Float32Array.from(steps, (step, at) => from[at % 3]! + (step / 65_535) * volume[at % 3]!);
}

function readColors({ table, bytes }: Part, count: number): Uint8Array | null {
  const at = (name: string) => offsetOf(table[name]);
  const [rgb, rgba, packed, constant] = [at('RGB'), at('RGBA'), at('RGB565'), table['CONSTANT_RGBA']];
  if (rgb !== null) return take(bytes, rgb, count * 3, 'UNSIGNED_BYTE') as Uint8Array;
  if (rgba !== null) {
    const all = take(bytes, rgba, count * 4, 'UNSIGNED_BYTE');
    return Uint8Array.from({ length: count * 3 }, (_, index) => all[Math.floor(index / 3) * 4 + (index % 3)]!);
  }
  if (packed !== null) {
    const all = take(bytes, packed, count, 'UNSIGNED_SHORT');
    const parts = [
      (each: number) => ((each >> 11) * 255) / 31,
      (each: number) => (((each >> 5) & 63) * 255) / 63,
      (each: number) => ((each & 31) * 255) / 31,
    ];
    return Uint8Array.from({ length: count * 3 }, (_, index) =>
      Math.round(parts[index % 3]!(all[Math.floor(index / 3)]!)),
    );
  }
  if (Array.isArray(constant) && constant.length === 4)
    return Uint8Array.from({ length: count * 3 }, (_, index) => Number(constant[index % 3]));
  return null;
}

function readColumn({ table, bytes }: Part, name: string, count: number): ArrayLike<number> | null {
  const found = Object.entries(table).find(([each]) => each.toLowerCase() === name)?.[1];
  if (Array.isArray(found) && found.length === count) return found.map(Number);
  const offset = offsetOf(found);
  const { componentType = '', type = '' } = (found ?? {}) as { componentType?: string; type?: string };
  if (offset === null || type !== 'SCALAR' || !(componentType in numbers)) return null;
  return take(bytes, offset, count, componentType as NumberKind);
}

function offsetOf(value: unknown): number | null {
  const offset = (value as { byteOffset?: unknown } | null | undefined)?.byteOffset;
  return typeof offset === 'number' && offset >= 0 ? offset : null;
}

/** Numbers of a part; copied where they do not lie at a multiple of their size. */
function take(bytes: Uint8Array, offset: number, length: number, kind: NumberKind) {
  const [size, Numbers] = numbers[kind];
  if (offset + length * size > bytes.length) throw new Error('it ends before its end');
  const from = bytes.byteOffset + offset;
  if (from % size === 0) return new Numbers(bytes.buffer as ArrayBuffer, from, length);
  return new Numbers(bytes.slice(offset, offset + length * size).buffer, 0, length);
}
