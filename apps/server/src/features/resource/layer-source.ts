import { and, asc, eq, isNull, or } from '../../platform/database/drizzle.ts';
import { formatResource, layerReference, type ProjectId, type ResourceName } from '@groma/model';
import type { ResourceEntry } from '@groma/protocol';
import { layers, maps } from '../../platform/database/tables/index.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdsWords } from '../../platform/text/plain-text.ts';
import { bandColumns, type ReadBands } from './band-columns.ts';
import type { Described, ResourceSource } from './resource-source.ts';

/** Columns of a layer as SQL has them, edits included. */
export type DescribeLayer = (
  projectId: ProjectId,
  layerId: string,
) => Promise<{ columns: { name: string; type: string; isGeometry: boolean }[]; rows: number } | undefined>;

/** The part of a snapshot's description that says what a layer holds. */
interface Manifest {
  bbox?: [number, number, number, number] | null;
  parts?: { kind: 'point' | 'line' | 'polygon' | 'none' }[];
  featureCount?: number;
}

type Row = Awaited<ReturnType<typeof readRows>>[number];

/** Layers of maps: vector layers are `layer`, raster layers are `image`. */
export function layerSource(platform: Platform, describeLayer: DescribeLayer, readBands: ReadBands): ResourceSource {
  return {
    kinds: ['layer', 'image'],
    subject: 'map',
    async list({ projectId }, words, limit) {
      const rows = await readRows(platform, projectId);
      return rows
        .filter(({ name, mapName }) => holdsWords(`${name} ${mapName}`, words))
        .slice(0, limit)
        .map(present);
    },
    async find({ projectId }, wanted, signal) {
      if (wanted.parts.length !== 2) return [];
      const rows = (await readRows(platform, projectId)).filter((row) => kindOf(row) === wanted.kind);
      const byId = rows.filter(({ mapId, layerId }) => isNamed(wanted, mapId, layerId));
      const found = byId.length > 0 ? byId : rows.filter(({ mapName, name }) => isNamed(wanted, mapName, name));
      return found.map((row) => described(row, projectId, { describeLayer, readBands, signal }));
    },
  };
}

function isNamed({ parts }: ResourceName, first: string, second: string): boolean {
  return parts[0] === first && parts[1] === second;
}

async function readRows({ database: { query } }: Platform, projectId: ProjectId) {
  return query
    .select({
      mapId: maps.id,
      mapName: maps.name,
      layerId: layers.id,
      name: layers.name,
      kind: layers.kind,
      manifest: layers.manifest,
      source: layers.source,
      snapshotSeq: layers.snapshotSeq,
      newestSeq: layers.newestSeq,
    })
    .from(layers)
    .innerJoin(maps, eq(maps.id, layers.mapId))
    .where(
      and(
        eq(maps.projectId, projectId),
        eq(layers.type, 'Layer'),
        isNull(layers.deletedAt),
        or(eq(layers.kind, 'vector'), eq(layers.kind, 'raster')),
      ),
    )
    .orderBy(asc(maps.name), asc(layers.order), asc(layers.id));
}

function kindOf({ kind }: Pick<Row, 'kind'>): 'layer' | 'image' {
  return kind === 'raster' ? 'image' : 'layer';
}

function present(row: Row): ResourceEntry {
  const kind = kindOf(row);
  const { parts = [] } = (row.manifest ?? {}) as Manifest;
  const ids = { mapId: row.mapId, layerId: row.layerId };
  return {
    kind,
    reference: kind === 'layer' ? layerReference(ids) : formatResource({ kind, parts: [ids.mapId, ids.layerId] }),
    name: formatResource({ kind, parts: [row.mapName, row.name] }),
    label: row.name,
    place: row.mapName,
    version: String(Math.max(row.newestSeq, row.snapshotSeq)),
    geometry:
      kind === 'layer' ? [...new Set(parts.flatMap((part) => (part.kind === 'none' ? [] : [part.kind])))] : null,
    rows: kind === 'layer' ? ((row.manifest as Manifest | null)?.featureCount ?? 0) : null,
  };
}

function described(
  row: Row,
  projectId: ProjectId,
  { describeLayer, readBands, signal }: { describeLayer: DescribeLayer; readBands: ReadBands; signal: AbortSignal },
): Described {
  const entry = present(row);
  return {
    entry,
    async describe() {
      const { geometry } = entry;
      if (entry.kind === 'image') {
        const { url } = row.source as { url?: string };
        const columns = url === undefined ? [] : await bandColumns(readBands, projectId, url, signal);
        return { columns, crs: null, extent: null, geometry, rows: null };
      }
      const layer = await describeLayer(projectId, row.layerId);
      return {
        columns: (layer?.columns ?? []).map(({ name, type, isGeometry }) => ({ name, type, is_geometry: isGeometry })),
        crs: 'EPSG:4326',
        extent: (row.manifest as Manifest | null)?.bbox ?? null,
        geometry,
        rows: layer?.rows ?? entry.rows,
      };
    },
  };
}
