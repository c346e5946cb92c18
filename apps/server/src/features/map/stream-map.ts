import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { VectorLayerEntry } from '@groma/protocol';
import { streamed } from '../../platform/http/route.ts';
import { readLog } from './edit/edit-log.ts';
import {
  hierarchyEntry,
  isVector,
  layerState,
  presentLayers,
  presentVectors,
  readLayerRows,
  styleOf,
  type LayerRow,
} from './record/layer-records.ts';
import type { MapParts } from './edit/map-parts.ts';
import { readMap } from './record/map-records.ts';
import { photoWithPicture } from './photo/send-photo.ts';

/** The read-map stream (MAP-100 to MAP-102). A reader that is slow slows the reading; one that goes away ends it. */
export async function streamMap(
  parts: MapParts,
  mapId: string,
  reply: FastifyReply,
  signal: AbortSignal,
): Promise<typeof streamed> {
  const { query } = parts.platform.database;
  const { row: map } = await readMap(query, mapId);
  const rows = await readLayerRows(query, mapId);
  const vectors = rows.filter(isVector);
  const rasters = await presentLayers(
    query,
    rows.filter(({ kind }) => kind === 'raster'),
  );
  const solids = await presentLayers(
    query,
    rows.filter(({ kind }) => kind === 'solid'),
  );
  const head = [
    { base_map_type: map.baseMap },
    { view_state: map.viewState },
    { layers: rows.map((row) => ({ ...hierarchyEntry(row), data: null })) },
    { vector_style: Object.fromEntries(vectors.map((row) => [row.id, styleOf(row)])) },
    {
      raster_data_and_style: Object.fromEntries(
        rasters.flatMap(({ id, data }) =>
          data?.kind === 'raster' ? [[id, { titiler_url: data.titiler_url, style: data.style }]] : [],
        ),
      ),
    },
    {
      jpg_data: Object.fromEntries(
        await Promise.all(
          rows
            .filter(({ kind }) => kind === 'jpg')
            .map(async (row) => [row.id, await photoWithPicture(parts.platform.blobs, row)] as const),
        ),
      ),
    },
    ...(solids.length === 0 ? [] : [{ solid_data: Object.fromEntries(solids.map(({ id, data }) => [id, data])) }]),
    { vector_data: vectorData(await presentVectors(query, vectors)) },
  ];
  void reply.header('content-type', 'application/x-ndjson; charset=utf-8').header('cache-control', 'no-store');
  await reply.send(Readable.from(lines(parts, head, vectors, signal), { objectMode: false, highWaterMark: 1 }));
  return streamed;
}

async function* lines(
  parts: MapParts,
  head: object[],
  vectors: LayerRow[],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(head.map((each) => `${JSON.stringify(each)}\n`).join(''));
  for (const row of vectors) {
    const log = await readLog(parts.platform.database.query, row.id, row.snapshotSeq);
    for await (const piece of parts.readers.stream('featureLines', { layer: layerState(row), log })) {
      signal.throwIfAborted();
      yield piece;
    }
  }
}

/** What of a layer is neither place, style nor feature. */
function vectorData(entries: VectorLayerEntry[]): Record<string, unknown> {
  return Object.fromEntries(
    entries.map(({ id, data }) => [
      id,
      {
        feature_count: data!.manifest.featureCount,
        bbox: data!.manifest.bbox,
        columns: data!.manifest.columns,
        seq: data!.seq,
        source: data!.source,
      },
    ]),
  );
}
