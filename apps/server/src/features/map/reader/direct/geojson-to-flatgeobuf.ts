import { closeSync, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import type { Geometry } from '@groma/geo';
import { isMemberOfDegrees } from '../../import/geojson-crs.ts';
import { GeoJsonScanner, type GeoJsonPiece } from '../../import/geojson-scanner.ts';
import { parseExact } from '../../import/parse-feature.ts';
import { FlatGeobufWriter, StartAgain, type FlatSupposed } from './flatgeobuf-writer.ts';
import { NeedsLongWay } from './needs-long-way.ts';
import type { DirectRequest } from './direct-request.ts';

const pieceBytes = 1 << 20;
/** Each attempt knows more of the columns; a file that keeps surprising takes the long way. */
const mostAttempts = 4;

/**
 * Writes a collection of GeoJSON in longitude and latitude as FlatGeobuf, giving the share that is done from time to
 * time. @throws NeedsLongWay where anything but the collection of plain features stands in the file.
 */
export function* geoJsonToFlatGeobuf({ source, target, layerName }: DirectRequest): Generator<number> {
  const supposed: FlatSupposed = { isMulti: false, numbers: new Set() };
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const writer = new FlatGeobufWriter(target, supposed);
    try {
      yield* readFeatures(source, writer);
      writer.finish(layerName);
      return;
    } catch (error) {
      rmSync(target, { force: true });
      if (error instanceof SyntaxError) throw new NeedsLongWay();
      if (!(error instanceof StartAgain)) throw error;
    } finally {
      writer.close();
    }
  }
  throw new NeedsLongWay();
}

function* readFeatures(source: string, writer: FlatGeobufWriter): Generator<number> {
  const scanner = new GeoJsonScanner();
  const file = openSync(source, 'r');
  const members = new Map<string, string>();
  let isEnded = false;
  try {
    const { size } = fstatSync(file);
    const chunk = Buffer.allocUnsafe(pieceBytes);
    for (let at = 0; ;) {
      // Pieces of a feature that goes on in the next chunk are parts of this memory.
      const bytes = Buffer.from(chunk.subarray(0, readSync(file, chunk, 0, pieceBytes, at)));
      if (bytes.length === 0) break;
      at += bytes.length;
      for (const piece of scanner.push(bytes)) {
        if (isEnded) throw new NeedsLongWay();
        isEnded = take(piece, members, writer);
      }
      yield at / size;
    }
    scanner.end();
  } finally {
    closeSync(file);
  }
  if (!isEnded || members.get('type') !== '"FeatureCollection"') throw new NeedsLongWay();
  const crs = members.get('crs');
  if (members.has('features') || (crs !== undefined && !isMemberOfDegrees(crs))) throw new NeedsLongWay();
}

/** Whether the object at the top has ended. */
function take(piece: GeoJsonPiece, members: Map<string, string>, writer: FlatGeobufWriter): boolean {
  if (piece.kind === 'end') return true;
  // What is no UTF-8 comes as this character.
  if (piece.text.includes('\ufffd')) throw new NeedsLongWay();
  if (piece.kind === 'member') {
    members.set(piece.key, piece.text.trim());
    return piece.last;
  }
  const { type, id, geometry, properties } = (parseExact(piece.text) ?? {}) as Record<string, unknown>;
  const held = (properties ?? {}) as Record<string, unknown>;
  if (type !== 'Feature' || typeof held !== 'object' || Array.isArray(held)) throw new NeedsLongWay();
  const hasId = ['string', 'number', 'bigint'].includes(typeof id) && !('id' in held);
  writer.add((geometry ?? null) as Geometry | null, hasId ? { id, ...held } : held);
  return false;
}
