import { GromaError, parameterSchema, TOOLS, type OperationId } from '@groma/model';
import { tool } from '@groma/protocol';
import { z } from 'zod';
import { route, type Route } from '../../../platform/http/route.ts';
import { sendBytes } from '../../../platform/http/send-bytes.ts';
import { runToolOperation, type ToolOperation } from './tool-operation.ts';
import { discardPreview, keepPreview, pictureFile, readPreview } from './tool-result.ts';
import type { ToolParts } from './wanted-tool.ts';

/** Tools on layers, and what can be looked at before it is kept. */
export function toolRoutes(parts: ToolParts, toolKind: ToolOperation): Route[] {
  const { platform } = parts;
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
    route(tool.runTool, async ({ params, body, projectId, user, block, signal }) => ({
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
          block,
        },
        signal,
      ),
    })),
    route(tool.readToolResultPart, async ({ params, query, user, request, reply }) => {
      const { snapshotKey, manifest } = await readPreview(platform, params.operationId, user.id);
      const isPicture = manifest === null && query.part === pictureFile;
      const part = isPicture || manifest?.parts.some(({ file }) => file === query.part);
      const key = `${snapshotKey}/${query.part}`;
      const bytes = part ? await platform.blobs.size(key) : undefined;
      if (bytes === undefined) throw new GromaError('NOT_FOUND', { noun: 'preview' });
      void reply.headers({
        'content-type': isPicture ? 'image/png' : 'application/vnd.apache.arrow.stream',
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
    route(tool.discardToolResult, async ({ params, user }) => {
      await discardPreview(parts, await readPreview(platform, params.operationId, user.id));
      return { status: 'ok' as const };
    }),
  ];
}
