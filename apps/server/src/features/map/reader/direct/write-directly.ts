import { rmSync } from 'node:fs';
import type { DirectProgress, DirectRequest, DirectWay } from './direct-request.ts';
import { flatGeobufToGeoJson } from './flatgeobuf-to-geojson.ts';
import { geoJsonToFlatGeobuf } from './geojson-to-flatgeobuf.ts';
import { NeedsLongWay } from './needs-long-way.ts';

const WAYS: Record<DirectWay, (request: DirectRequest) => Generator<number>> = {
  'geojson flatgeobuf': geoJsonToFlatGeobuf,
  'flatgeobuf geojson': flatGeobufToGeoJson,
};

/**
 * Writes a vector file in another format by one stream, without a snapshot in between. Nothing is left of a target
 * where a feature has to be looked at for what is lost of it. It blocks its thread between the pieces.
 */
export async function* writeDirectly(request: DirectRequest): AsyncGenerator<Uint8Array> {
  let done = false;
  try {
    for (const fraction of WAYS[request.way](request)) yield said({ fraction });
    done = true;
  } catch (error) {
    if (!(error instanceof NeedsLongWay)) throw error;
  } finally {
    if (!done) rmSync(request.target, { force: true });
  }
  yield said({ fraction: 1, done });
}

function said(progress: DirectProgress): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(progress));
}
