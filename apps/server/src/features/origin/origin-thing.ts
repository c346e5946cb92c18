import { and, eq, isNull } from '../../platform/database/drizzle.ts';
import {
  formatResource,
  GromaError,
  layerReference,
  parseExistingPath,
  parseLayerReference,
  parseResource,
  type ProjectId,
} from '@groma/model';
import { layers, maps } from '../../platform/database/tables/index.ts';
import { fileVersion, versionOf, type OriginThing } from '../../platform/origin/origin.ts';
import type { Platform } from '../../platform/platform.ts';

/** A layer or file of a project that is there. */
export interface KnownThing {
  thing: OriginThing;
  name: string;
  mapName: string | null;
  version: number;
}

export function referenceOfThing(thing: OriginThing): string {
  return 'path' in thing ? formatResource({ kind: 'file', parts: [thing.path] }) : layerReference(thing);
}

/**
 * The layer or file that a reference stands for. One of another project is as if it were not there.
 * @throws GromaError BAD_INPUT, BAD_PATH, LAYER_NOT_FOUND, FILE_NOT_FOUND
 */
export async function requireThing(
  { database, files }: Platform,
  projectId: ProjectId,
  reference: string,
): Promise<KnownThing> {
  const layer = parseLayerReference(reference);
  if (layer) {
    const [row] = await database.query
      .select({ layer: layers, mapName: maps.name })
      .from(layers)
      .innerJoin(maps, eq(maps.id, layers.mapId))
      .where(
        and(
          eq(layers.id, layer.layerId),
          eq(layers.mapId, layer.mapId),
          eq(maps.projectId, projectId),
          isNull(layers.deletedAt),
        ),
      );
    if (!row) throw new GromaError('LAYER_NOT_FOUND', { id: layer.layerId });
    return { thing: layer, name: row.layer.name, mapName: row.mapName, version: versionOf(row.layer) };
  }
  const named = parseResource(reference);
  if (named?.kind !== 'file')
    throw new GromaError('BAD_INPUT', { detail: `thing: “${reference}” is no reference of a layer or a file.` });
  const path = parseExistingPath(named.parts[0]!);
  const file = await files.stat(projectId, path);
  if (!file || file.isDir) throw new GromaError('FILE_NOT_FOUND', { path });
  return {
    thing: { path },
    name: path.slice(path.lastIndexOf('/') + 1),
    mapName: null,
    version: fileVersion(file.etag),
  };
}
