import type { DatabaseSchema, DatabaseTable } from '@groma/model';
import type { ProjectTables } from './project-tables.ts';

type Described = Awaited<ReturnType<ProjectTables['describe']>>[number];

/** The schema of a project's own database with the layers of its maps before what people have made in it. */
export function withLayers(schema: DatabaseSchema, layers: readonly Described[]): DatabaseSchema {
  const named = Map.groupBy(layers, keyOf);
  return {
    ...schema,
    tables: [...layers.map((layer) => tableOf(layer, named.get(keyOf(layer))!.length > 1)), ...schema.tables],
  };
}

/** SQL compares names in any case. */
function keyOf({ mapName, layerName }: Described): string {
  return JSON.stringify([mapName.toLowerCase(), layerName.toLowerCase()]);
}

/** A layer whose name another one has too is named by the ids. */
function tableOf({ mapId, mapName, layerId, layerName, columns, rows }: Described, isByIds: boolean): DatabaseTable {
  return {
    catalog: 'layers',
    schema: isByIds ? mapId : mapName,
    name: isByIds ? layerId : layerName,
    kind: 'layer',
    ...(isByIds && { comment: `${mapName} / ${layerName}` }),
    columns: columns.map(({ name, type, isGeometry }) => ({
      name,
      type,
      nullable: name !== columns[0]!.name,
      ...(isGeometry && { geometry: { encoding: 'wkb' as const } }),
    })),
    rowEstimate: rows,
    previewRows: null,
  };
}
