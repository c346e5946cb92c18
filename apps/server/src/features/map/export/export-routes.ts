import { Readable } from 'node:stream';
import { GromaError, parseDataPath, type ProjectId } from '@groma/model';
import { mapExport } from '@groma/protocol';
import { isAllowed, requirePlan } from '../../../platform/access/project-access.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { MapParts } from '../edit/map-parts.ts';
import { withRoot } from './export-layer.ts';
import { runExport, type ExportOperation } from './export-operation.ts';

/** Layers as files: for the project's folder, or to download (MAP-106 to MAP-108). */
export function exportRoutes(parts: MapParts, exportKind: ExportOperation): Route[] {
  const { platform } = parts;
  return [
    route(mapExport.exportGeoJson, async ({ body, user }) => {
      const { projectId } = await platform.access.require(user.id, body.project_id, 'upload', 'file', {
        noun: 'project',
      });
      const wanted = withRoot(body.path);
      const path = parseDataPath(/\.(geo)?json$/i.test(wanted) ? wanted : `${wanted}.geojson`);
      await platform.files.write(projectId as ProjectId, path, Readable.from([JSON.stringify(body.data)]), {
        replace: true,
        trashedBy: user.id,
      });
      await platform.bus.publish('files-changed', { projectId, path });
      return { relative_path: path.slice(1) };
    }),
    route(mapExport.exportLayer, async ({ params, query, body, projectId, user, projectAccess, signal }) => {
      const action = body.path === undefined ? 'download' : 'upload';
      if (!isAllowed(projectAccess, action, 'file')) throw new GromaError('FORBIDDEN', { action, subject: 'file' });
      requirePlan(projectAccess, action);
      const asked = {
        mapId: query.map_id,
        projectId,
        userId: user.id,
        layerId: params.layerId,
        format: body.format,
        crs: body.crs,
        fids: body.fids ?? null,
        filtered: body.filtered,
        place: body.place,
        path: body.path ?? null,
        replace: body.replace,
      };
      const data = await runExport(parts, exportKind, asked, signal);
      return { data };
    }),
  ];
}
