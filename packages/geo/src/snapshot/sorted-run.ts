import type { ColumnStore } from './column-store.ts';
import { GeometryStore } from './geometry-store.ts';
import { Growable } from './growable.ts';
import { orderOfPlaces, worldPlaces } from './hilbert.ts';
import type { ColumnType } from './manifest.ts';
import { packArrays, unpackArrays, type PackedArray } from './pack-arrays.ts';

/** Where rows are put aside while a snapshot is built that is larger than the memory it may take. */
export interface RunStorage {
  /** Puts bytes at the end. */
  append(bytes: Uint8Array): void;
  /** Bytes that were put there before. */
  read(offset: number, bytes: number): Uint8Array<ArrayBuffer>;
}

/** Rows of one geometry kind in their order along the curve, cut into blocks of which one at a time is read. */
export type SortedRun = { blocks: { offset: number; bytes: number }[] };

/** Rows of a run with their columns, by the number of the column. */
export interface RunBlock {
  places: Float64Array;
  fids: Int32Array;
  geometry: GeometryStore;
  columns: Map<number, BlockColumn>;
}

/** Values as they were put aside: numbers, codes of the column's dictionary, or texts in UTF-8. */
export type BlockColumn =
  | { form: 'numbers'; type: ColumnType; numbers: Float64Array; valid: Uint8Array }
  | { form: 'codes'; codes: Int32Array }
  | { form: 'texts'; type: ColumnType; ends: Int32Array; bytes: Uint8Array; valid: Uint8Array };

const forms = ['numbers', 'codes', 'texts'] as const;
const types: ColumnType[] = [
  'integer',
  'number',
  'text',
  'boolean',
  'json',
  'int64',
  'date',
  'time',
  'datetime',
  'datetimetz',
];
const encoder = new TextEncoder();
const blockBytes = 512 * 1024;
const mostBlockRows = 4_096;
const mostBlockCoordinates = blockBytes / 16;

/**
 * Puts the features of a store aside in sorted order. `rowBytes` is what a row takes on average; `end` is where the
 * storage ends, and is told again.
 */
export function spillRun(
  store: GeometryStore,
  fids: Int32Array,
  columns: readonly ColumnStore[],
  rowBytes: number,
  storage: RunStorage,
  end: number,
): { run: SortedRun; end: number } {
  const places = store.kind === 'none' ? new Float64Array(store.length) : worldPlaces(store.boxes.values, store.length);
  const order = orderOfPlaces(places);
  const mostRows = Math.max(1, Math.min(mostBlockRows, Math.floor(blockBytes / rowBytes)));
  const run: SortedRun = { blocks: [] };
  for (let start = 0; start < order.length;) {
    const block = new GeometryStore(store.kind);
    let next = start;
    while (next < order.length && next - start < mostRows && block.coordinates.length < mostBlockCoordinates * 2)
      block.addFrom(store, order[next]!, store.rows.values[order[next++]!]!);
    const own = new Float64Array(next - start);
    for (let index = start; index < next; index++) own[index - start] = places[order[index]!]!;
    const bytes = packBlock(block, own, fids, columns);
    storage.append(bytes);
    run.blocks.push({ offset: end, bytes: bytes.byteLength });
    end += bytes.byteLength;
    start = next;
  }
  return { run, end };
}

function packBlock(
  geometry: GeometryStore,
  places: Float64Array<ArrayBuffer>,
  fids: Int32Array,
  columns: readonly ColumnStore[],
): Uint8Array<ArrayBuffer> {
  const rows = geometry.rows.used;
  const described: number[] = [];
  const values: PackedArray[] = [];
  columns.forEach((column, index) => {
    const packed = packColumn(column, rows);
    if (!packed) return;
    described.push(index, forms.indexOf(packed.form), types.indexOf(column.type!));
    values.push(...packed.arrays);
  });
  return packArrays([
    places,
    rows.map((row) => fids[row]!),
    geometry.members.used,
    geometry.lines.used,
    geometry.rings.used,
    geometry.coordinates.used,
    geometry.heights?.used ?? new Float64Array(0),
    geometry.measures?.used ?? new Float64Array(0),
    geometry.loneMultis?.used ?? new Uint8Array(0),
    geometry.boxes.used,
    Int32Array.from(described),
    ...values,
  ]);
}

/** Null where no row has a value. */
function packColumn(
  column: ColumnStore,
  rows: Int32Array,
): { form: BlockColumn['form']; arrays: PackedArray[] } | null {
  if (column.valid.length > 0) {
    const valid = new Uint8Array(rows.length);
    const numbers = new Float64Array(rows.length);
    // Filled by a loop: `from` with a function takes many times as long.
    for (let index = 0; index < rows.length; index++) {
      if (!column.isSet(rows[index]!)) continue;
      valid[index] = 1;
      numbers[index] = column.number(rows[index]!);
    }
    return valid.includes(1) ? { form: 'numbers', arrays: [numbers, valid] } : null;
  }
  const codes = rows.map((row) => column.code(row));
  if (!codes.some((code) => code !== 0)) return null;
  return column.isInterned
    ? { form: 'codes', arrays: [codes] }
    : { form: 'texts', arrays: packTexts(codes, column.texts) };
}

function packTexts(codes: Int32Array, texts: readonly string[]): PackedArray[] {
  const ends = new Int32Array(codes.length);
  const bytes = new Growable(new Uint8Array(codes.length * 16));
  const valid = new Uint8Array(codes.length);
  for (let index = 0; index < codes.length; index++) {
    if (codes[index] !== 0) valid[index] = 1;
    const text = codes[index] === 0 ? '' : texts[codes[index]! - 1]!;
    const room = bytes.room(text.length * 3);
    bytes.length += encoder.encodeInto(text, room).written;
    ends[index] = bytes.length;
  }
  return [ends, bytes.used, valid];
}

/** A block as it was put aside. */
export function readBlock(
  kind: GeometryStore['kind'],
  storage: RunStorage,
  { offset, bytes }: SortedRun['blocks'][number],
): RunBlock {
  const [places, fids, members, lines, rings, coordinates, heights, measures, loneMultis, boxes, described, ...values] =
    unpackArrays(storage.read(offset, bytes));
  const geometry = new GeometryStore(kind);
  Object.assign(geometry, {
    members: full(members!),
    lines: full(lines!),
    rings: full(rings!),
    coordinates: full(coordinates!),
    boxes: full(boxes!),
    heights: heights!.length > 0 ? full(heights!) : null,
    measures: measures!.length > 0 ? full(measures!) : null,
    loneMultis: loneMultis!.length > 0 ? full(loneMultis!) : null,
  });
  const columns = new Map<number, BlockColumn>();
  let at = 0;
  for (let index = 0; index < described!.length; index += 3) {
    const form = forms[described![index + 1]!]!;
    const type = types[described![index + 2]!]!;
    columns.set(
      described![index]!,
      form === 'codes'
        ? { form, codes: values[at++] as Int32Array }
        : form === 'numbers'
          ? { form, type, numbers: values[at++] as Float64Array, valid: values[at++] as Uint8Array }
          : {
              form,
              type,
              ends: values[at++] as Int32Array,
              bytes: values[at++] as Uint8Array,
              valid: values[at++] as Uint8Array,
            },
    );
  }
  return { places: places as Float64Array, fids: fids as Int32Array, geometry, columns };
}

function full(values: PackedArray): Growable<never> {
  const list = new Growable(values);
  list.length = values.length;
  return list as unknown as Growable<never>;
}
