import { Field, FixedSizeList, Float64, List, makeData, type Data, type DataType } from 'apache-arrow';
import type { GeometryStore } from './geometry-store.ts';
import type { GeoArrowType } from './manifest.ts';

const LEVEL_NAMES = {
  point: ['points'],
  line: ['linestrings', 'vertices'],
  polygon: ['polygons', 'rings', 'vertices'],
} as const;
const SINGLE = { point: 'geoarrow.point', line: 'geoarrow.linestring', polygon: 'geoarrow.polygon' } as const;
const MULTI = {
  point: 'geoarrow.multipoint',
  line: 'geoarrow.multilinestring',
  polygon: 'geoarrow.multipolygon',
} as const;

/** Turns features of a store into GeoArrow data with interleaved float64 coordinates (GeoArrow specification 0.2). */
export type GeometryEncoder = {
  field: Field;
  geometryType: GeoArrowType;
  encode: (store: GeometryStore, features: Uint32Array) => Data;
};

/**
 * The encoder for stores whose features have no more than what is given among them: the multi type where any of its
 * features has several members, else the simple one.
 */
export function geometryEncoder(store: Pick<GeometryStore, 'kind' | 'hasMulti' | 'heights'>): GeometryEncoder {
  const { hasMulti } = store;
  if (store.kind === 'none') throw new TypeError('Rows without geometry have no geometry column');
  const geometryType = (hasMulti ? MULTI : SINGLE)[store.kind];
  const names = hasMulti ? LEVEL_NAMES[store.kind] : LEVEL_NAMES[store.kind].slice(1);
  const size = store.heights ? 3 : 2;
  const coordinate = new FixedSizeList(size, new Field(size === 3 ? 'xyz' : 'xy', new Float64(), false));
  let type: DataType = coordinate;
  const types: List[] = [];
  for (const name of names.toReversed()) types.unshift((type = new List(new Field(name, type, false))) as List);
  const metadata = new Map([
    ['ARROW:extension:name', geometryType],
    ['ARROW:extension:metadata', '{"crs":"OGC:CRS84","crs_type":"authority_code"}'],
  ]);
  return {
    field: new Field('geometry', type, false, metadata),
    geometryType,
    encode: (from, features) => encode(from, hasMulti, features, coordinate, types),
  };
}

function encode(
  store: GeometryStore,
  hasMulti: boolean,
  features: Uint32Array,
  coordinate: FixedSizeList,
  types: List[],
): Data {
  const levels: Int32Array[] = [store.members.values];
  if (store.kind !== 'point') levels.push(store.lines.values);
  if (store.kind === 'polygon') levels.push(store.rings.values);
  let ranges: Ranges = { starts: features, ends: features.map((feature) => feature + 1) };
  const offsets: Int32Array[] = [];
  levels.forEach((level, depth) => {
    // With simple types the member level holds exactly one each, and is not written.
    const counts = depth === 0 && !hasMulti ? null : countsOf(ranges, level);
    if (counts) offsets.push(counts);
    ranges = childRanges(ranges, level);
  });
  let data: Data = coordinates(store, ranges, coordinate);
  for (let depth = types.length - 1; depth >= 0; depth--) {
    const valueOffsets = offsets[depth]!;
    data = makeData({
      type: types[depth]!,
      length: valueOffsets.length - 1,
      nullCount: 0,
      valueOffsets,
      child: data as never,
    });
  }
  return data;
}

/** Runs of entries of one nesting level; a run is one feature's (or member's) stretch. */
type Ranges = { starts: Uint32Array; ends: Uint32Array };

/** Batch-local offsets, one entry more than there are parents in `ranges`. */
function countsOf(ranges: Ranges, level: Int32Array): Int32Array {
  let total = 0;
  for (let run = 0; run < ranges.starts.length; run++) total += ranges.ends[run]! - ranges.starts[run]!;
  const offsets = new Int32Array(total + 1);
  let parent = 0;
  for (let run = 0; run < ranges.starts.length; run++) {
    for (let entry = ranges.starts[run]!; entry < ranges.ends[run]!; entry++) {
      offsets[parent + 1] = offsets[parent]! + level[entry + 1]! - level[entry]!;
      parent++;
    }
  }
  return offsets;
}

/** The children of whole runs: since children of neighbours are neighbours, a run stays a run one level down. */
function childRanges(ranges: Ranges, level: Int32Array): Ranges {
  return { starts: ranges.starts.map((start) => level[start]!), ends: ranges.ends.map((end) => level[end]!) };
}

function coordinates(store: GeometryStore, ranges: Ranges, type: FixedSizeList): Data {
  let count = 0;
  for (let run = 0; run < ranges.starts.length; run++) count += ranges.ends[run]! - ranges.starts[run]!;
  const size = type.listSize;
  const values = new Float64Array(count * size);
  const heights = store.heights?.used ?? new Float64Array(0);
  let at = 0;
  for (let run = 0; run < ranges.starts.length; run++) {
    const start = ranges.starts[run]!;
    const end = ranges.ends[run]!;
    if (size === 2) {
      values.set(store.coordinates.values.subarray(start * 2, end * 2), at);
      at += (end - start) * 2;
    } else {
      for (let index = start; index < end; index++) {
        values[at++] = store.coordinates.values[index * 2]!;
        values[at++] = store.coordinates.values[index * 2 + 1]!;
        values[at++] = index < heights.length ? heights[index]! : NaN;
      }
    }
  }
  const child = makeData({
    type: type.children[0]!.type as Float64,
    length: values.length,
    nullCount: 0,
    data: values,
  });
  return makeData({ type, length: count, nullCount: 0, child });
}
