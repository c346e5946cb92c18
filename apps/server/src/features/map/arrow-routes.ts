import { Readable } from 'node:stream';
import { GromaError, parseDataPath, type OperationId, type VectorStyle } from '@groma/model';
import { layerArrow } from '@groma/protocol';
import { route, streamed, type Call, type Route } from '../../platform/http/route.ts';
import { notebookOrigin } from '../../platform/origin/origin.ts';
import type { MapParts } from './edit/map-parts.ts';
import type { ImportedEntries } from './import-layers.ts';
import { runImport, type ImportOperation } from './import-operation.ts';
import { imageAddress } from './raster/image-address.ts';
import type { ToolParts } from './tool/wanted-tool.ts';
import { readLayerRow, requireVector } from './record/layer-records.ts';
import { layerArrow as arrowOf, layerWithChanges } from './table/layer-arrow.ts';
import { listImages } from './table/layer-images.ts';
import { describeLayerTables } from './table/layer-tables.ts';

/** Layers as Arrow, both ways. */
export function arrowRoutes(parts: MapParts, importKind: ImportOperation, images: ToolParts['images']): Route[] {
  const { platform } = parts;
  return [
    route(layerArrow.listLayers, async ({ projectId }) => ({
      data: (await describeLayerTables(platform, projectId)).map((each) => ({
        id: each.layerId,
        name: each.layerName,
        map_id: each.mapId,
        map_name: each.mapName,
        version: each.version,
        features: each.rows,
        columns: each.columns.map(({ name, type }) => ({ name, type })),
      })),
    })),
    route(layerArrow.listImages, async ({ projectId }) => ({ data: await listImages(platform, projectId) })),
    route(layerArrow.readImageBytes, async ({ params, query, reply, signal }) => {
      const row = await readLayerRow(platform.database.query, query.map_id, params.layerId);
      const url = imageAddress(row, query.file);
      const part = await images.readAddressPart({ ...query, url, name: row.name }, signal);
      void reply.headers({
        'content-type': layerArrow.readImageBytes.replyType,
        'content-range': part.range,
        etag: part.etag,
        'cache-control': 'private, no-store',
      });
      await reply.send(Buffer.from(part.bytes.buffer, part.bytes.byteOffset, part.bytes.byteLength));
      return streamed;
    }),
    route(layerArrow.readLayerArrow, async ({ params, query, reply, signal }) => {
      const row = await readLayerRow(platform.database.query, query.map_id, params.layerId);
      requireVector(row);
      const { bytes, pieces } = await (query.edits === 'beside'
        ? layerWithChanges(platform, row, parts.readers, signal)
        : arrowOf(platform, row, signal));
      // Begun, so that it ends in order also where nobody reads on.
      await pieces.next();
      void reply.headers({
        'content-type': layerArrow.readLayerArrow.replyType,
        'content-length': bytes,
        'cache-control': 'private, no-store',
      });
      await reply.send(Readable.from(pieces, { objectMode: false, highWaterMark: 1 }));
      return streamed;
    }),
    route(layerArrow.addLayerArrow, (call) => addLayer(parts, importKind, call)),
  ];
}

/**
 * Keeps what comes in a file that no notebook sees, and has it imported; of an operation that the person has begun
 * before, waits for the end.
 */
async function addLayer(
  { platform }: MapParts,
  importKind: ImportOperation,
  { params, query, user, projectId, block, request, signal }: Call<typeof layerArrow.addLayerArrow>,
): Promise<{ data: { layer: ImportedEntries['Layer'][number]; warnings: string[] } }> {
  const id = query.operation_id as OperationId;
  const begun = await platform.operations.follow(importKind, { id, projectId, userId: user.id }, signal);
  if (begun) return presentAdded(begun);
  const path = parseDataPath(`/data/${crypto.randomUUID()}/rows.arrow`);
  await platform.files.write(projectId, path, request.raw, { bucket: 'groma-temp' });
  const made = await runImport(
    platform,
    importKind,
    {
      mapId: params.mapId,
      projectId,
      user: { id: user.id, username: user.username },
      path,
      bucket: 'groma-temp',
      query: { layerName: query.name, geometryColumn: query.geometry_column },
      ...(query.style && { style: query.style as Partial<VectorStyle> }),
      ...(block && { origin: notebookOrigin(block) }),
    },
    signal,
    id,
  );
  return presentAdded(made);
}

function presentAdded({ Layer: [layer], warnings }: ImportedEntries): Awaited<ReturnType<typeof addLayer>> {
  if (!layer) throw new GromaError('NOT_FOUND', { noun: 'layer' });
  return { data: { layer, warnings } };
}
