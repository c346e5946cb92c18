import { open } from 'node:fs/promises';
import type { Geometry, PropertyValue } from '@groma/geo';
import { FlatBuffer } from './flat-buffer.ts';
import { flatGeometry, flatGeometryType } from './flatgeobuf-geometry.ts';
import { flatValues } from './flatgeobuf-values.ts';

/** Raised where the bytes end in the middle. */
export class CutOff extends RangeError {}

/** A feature as FlatGeobuf has it: the values stand in the order of the columns, null where there is none. */
export interface FlatFeature {
  geometry: Geometry | null;
  values: PropertyValue[];
}

const MAGIC = Buffer.from([0x66, 0x67, 0x62, 0x03, 0x66, 0x67, 0x62]);
const MAX_MESSAGE_BYTES = 2 ** 31 - 1;
/** Fields of the Header, Column and Feature tables. */
const GEOMETRY_TYPE = 2,
  COLUMNS = 7,
  FEATURES_COUNT = 8,
  COLUMN_TYPE = 1,
  FEATURE_GEOMETRY = 0,
  FEATURE_PROPERTIES = 1;

interface Layer {
  geometryType: number;
  columnTypes: number[];
}

/**
 * Reads FlatGeobuf without an index as it arrives, a batch of features for each piece of bytes. Memory holds a piece,
 * or one feature that is larger. Source: flatgeobuf.org, schema of version 3.
 * @throws RangeError, TypeError where the bytes are no FlatGeobuf; CutOff.
 */
export async function* readFlatGeobuf(source: AsyncIterable<Buffer>): AsyncGenerator<FlatFeature[]> {
  let layer: Layer | null = null;
  let pieces: Buffer[] = [];
  let held = 0;
  let needed = MAGIC.length + 5;
  for await (const piece of source) {
    pieces.push(piece);
    held += piece.length;
    if (held < needed) continue;
    const bytes = pieces.length === 1 ? piece : Buffer.concat(pieces);
    const batch: FlatFeature[] = [];
    let at = 0;
    for (;;) {
      needed = messageEnd(bytes, layer === null ? MAGIC.length + 1 : at);
      if (needed > bytes.length) break;
      const message = new FlatBuffer(bytes, layer === null ? MAGIC.length + 5 : at + 4);
      if (layer === null) layer = readLayer(message);
      else batch.push(readFeature(message, layer));
      at = needed;
    }
    needed -= at;
    pieces = at < bytes.length ? [bytes.subarray(at)] : [];
    held = bytes.length - at;
    if (batch.length > 0) yield batch;
  }
  if (layer === null || held > 0) throw new CutOff('it ends in the middle');
}

/** How many features the header of a file counts. @throws RangeError, TypeError where it is no FlatGeobuf. */
export async function countOfFlatGeobuf(path: string): Promise<number> {
  const file = await open(path);
  try {
    const start = MAGIC.length + 1;
    const { buffer: head } = await file.read(Buffer.alloc(start + 4), 0, start + 4, 0);
    const end = messageEnd(head, start);
    const { buffer: bytes } = await file.read(Buffer.alloc(end), 0, end, 0);
    const header = new FlatBuffer(bytes, start + 4);
    readLayer(header);
    const at = header.field(header.root, FEATURES_COUNT);
    return at === 0 ? 0 : Number(header.view.getBigUint64(at, true));
  } finally {
    await file.close();
  }
}

/** The end of the message that begins with its size at a place; at least the end of that size. */
function messageEnd(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.length) return at + 4;
  const size = bytes.readUInt32LE(at);
  if (size < 8 || size > MAX_MESSAGE_BYTES) throw new RangeError(`a feature of ${size} bytes is none`);
  return at + 4 + size;
}

function readLayer(header: FlatBuffer): Layer {
  if (!header.bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw new TypeError('it is no FlatGeobuf');
  return {
    geometryType: header.byte(header.root, GEOMETRY_TYPE),
    columnTypes: header.tables(header.root, COLUMNS).map((column) => header.byte(column, COLUMN_TYPE)),
  };
}

function readFeature(message: FlatBuffer, { geometryType, columnTypes }: Layer): FlatFeature {
  const geometry = message.table(message.root, FEATURE_GEOMETRY);
  const { start, length } = message.vector(message.root, FEATURE_PROPERTIES, 1);
  return {
    geometry:
      geometry === 0 ? null : flatGeometry(message, geometry, flatGeometryType(message, geometry, geometryType)),
    values: flatValues(message, start, start + length, columnTypes),
  };
}
