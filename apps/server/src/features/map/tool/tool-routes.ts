import { GromaError, layerReference, parameterSchema, TOOLS, type OperationId } from '@groma/model';
import { tool, type LayerOrigin } from '@groma/protocol';
import { z } from 'zod';
import { route, type Route } from '../../../platform/http/route.ts';
import { sendBytes } from '../../../platform/http/send-bytes.ts';
import { readLayerRow } from '../record/layer-records.ts';
import {
  isStale,
  readDependents,
  readNotebookNames,
  readOrigins,
  versionOf,
  type ReadOrigin,
  referenceOf,
} from '../record/origin-records.ts';
import { runToolAgain, runToolOperation, type ToolOperation } from './tool-operation.ts';
import { originScript } from './origin-script.ts';
import { requireToolLayer, withCurrent } from './tool-source.ts';
import { discardPreview, keepPreview, readPreview } from './tool-result.ts';
import type { ToolParts } from './wanted-tool.ts';

/** Tools on layers, and what can be looked at before it is kept. */
export function toolRoutes(parts: ToolParts, toolKind: ToolOperation): Route[] {
  const { platform } = parts;
  const { query: records } = platform.database;
  return [
    route(tool.listTools, async () => ({
      data: TOOLS.map((definition) => ({
        id: definition.id,
        name: definition.name,
        category: definition.category,
        description: definition.help,
        inputs: definition.inputs.map(({ name, kinds, count }) => ({
          name,
          geometry_types: kinds === 'any' ? ('any' as const) : [...kinds],
          count,
        })),
        output: definition.output,
        parameters: z.toJSONSchema(parameterSchema(definition), { io: 'input' }) as Record<string, unknown>,
      })),
    })),
    route(tool.runTool, async ({ params, body, projectId, user, signal }) => ({
      data: await runToolOperation(
        parts,
        toolKind,
        {
          tool: params.toolId,
          operationId: body.operation_id as OperationId | undefined,
          projectId,
          user: { id: user.id, username: user.username },
          layer: body.layer,
          features: body.features,
          parameters: body.parameters,
          output: body.output,
        },
        signal,
      ),
    })),
    route(tool.readToolResultPart, async ({ params, query, user, request, reply }) => {
      const { snapshotKey, manifest } = await readPreview(platform, params.operationId, user.id);
      const part = manifest.parts.find(({ file }) => file === query.part);
      const key = `${snapshotKey}/${query.part}`;
      const bytes = part && (await platform.blobs.size(key));
      if (bytes === undefined) throw new GromaError('NOT_FOUND', { noun: 'preview' });
      void reply.headers({
        'content-type': 'application/vnd.apache.arrow.stream',
        'cache-control': 'private, max-age=86400, immutable',
      });
      return sendBytes(
        { bytes, etag: `"${params.operationId}-${query.part}"`, read: (range) => platform.blobs.read(key, range) },
        request,
        reply,
      );
    }),
    route(tool.keepToolResult, async ({ params, body, user }) => ({
      data: await keepPreview(
        parts,
        await readPreview(platform, params.operationId, user.id),
        { id: user.id, username: user.username },
        { mapId: body.map_id, name: body.name },
      ),
    })),
    route(tool.listLayerOrigins, async ({ query, projectId, user }) => {
      const asking = { projectId, userId: user.id };
      const origins = await withCurrent(parts, asking, await readOrigins(records, query.map_id));
      const ids = origins.flatMap(({ parameters: { notebook_id: id } }) => (typeof id === 'string' ? [id] : []));
      const names = await readNotebookNames(records, projectId, ids);
      return { data: origins.map((origin) => presentOrigin(origin, names)) };
    }),
    route(tool.listLayerDependents, async ({ params, query, projectId }) => {
      const row = await readLayerRow(records, query.map_id, params.layerId);
      const found = await readDependents(records, projectId, row.id);
      return {
        data: found.map(({ layer, mapName, tool: toolId, version }) => ({
          layer: layerReference({ mapId: layer.mapId, layerId: layer.id }),
          name: layer.name,
          map_name: mapName,
          tool: toolId,
          is_stale: isStale({ version, current: versionOf(row) }),
        })),
      };
    }),
    route(tool.readLayerScript, async ({ params, query, projectId }) => {
      const layer = { mapId: query.map_id, layerId: params.layerId };
      await requireToolLayer(records, projectId, layer);
      const script = await originScript(records, projectId, layer);
      if (script === null) throw new GromaError('NOT_FOUND', { noun: 'origin' });
      return { data: { script } };
    }),
    route(tool.runToolAgain, async ({ params, query, body, projectId, user, signal }) => ({
      data: await runToolAgain(
        parts,
        toolKind,
        {
          projectId,
          user: { id: user.id, username: user.username },
          operationId: body.operation_id as OperationId | undefined,
          target: { mapId: query.map_id, layerId: params.layerId },
        },
        signal,
      ),
    })),
    route(tool.discardToolResult, async ({ params, user }) => {
      await discardPreview(parts, await readPreview(platform, params.operationId, user.id));
      return { status: 'ok' as const };
    }),
  ];
}

function presentOrigin(
  { layerId, tool: toolId, parameters, madeAt, username, inputs }: ReadOrigin,
  notebookNames: ReadonlyMap<string, string>,
): LayerOrigin {
  const { notebook_id: notebookId, block_id: blockId } = parameters;
  const name = notebookNames.get(String(notebookId));
  return {
    notebook: name === undefined ? null : { id: String(notebookId), name, block_id: String(blockId) },
    layer_id: layerId,
    tool: toolId,
    parameters,
    made_at: madeAt.toISOString(),
    username,
    inputs: inputs.map(({ input, sourceName, version, count, current, currentName, ...source }) => ({
      input,
      layer: referenceOf(source),
      name: currentName ?? sourceName,
      version,
      current,
      features: count,
    })),
  };
}
