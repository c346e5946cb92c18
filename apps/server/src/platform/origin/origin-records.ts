import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { formatResource, layerReference, parseResource } from '@groma/model';
import { recordsNow } from '../../../platform/database/record-clock.ts';
import {
  layerOriginInputs,
  layerOrigins,
  layers,
  maps,
  notebooks,
  users,
} from '../../../platform/database/tables/index.ts';
import { isPresent, type LayerRow, type Query } from './layer-records.ts';

/** A layer that a tool took: which, at what version, and which of its features (null for all). */
export interface OriginInput {
  input: string;
  /** Null for anything but a layer. */
  sourceMapId: string | null;
  sourceLayerId: string | null;
  /** Path of a file, or reference of a table or result; null for a layer. */
  sourceReference: string | null;
  sourceName: string;
  /** Always the same for a result, and for a table, of which no version is known. */
  version: number;
  features: number[] | null;
}

/** How a layer was made by a tool. */
export interface Origin {
  tool: string;
  parameters: Record<string, unknown>;
  inputs: OriginInput[];
}

/** An input as it is now: `current` is the version it has, null where the layer is gone; `count` is of features that were taken, null for all. */
type ReadInput = Omit<OriginInput, 'features'> & {
  count: number | null;
  current: number | null;
  currentName: string | null;
};

export interface ReadOrigin {
  layerId: string;
  tool: string;
  parameters: Record<string, unknown>;
  madeAt: Date;
  username: string | null;
  inputs: ReadInput[];
}

/** What of a layer changes with each edit. */
export function versionOf({ newestSeq, snapshotSeq }: Pick<LayerRow, 'newestSeq' | 'snapshotSeq'>): number {
  return Math.max(newestSeq, snapshotSeq);
}

/** How what was taken is named, by ids: `layer:{mapId}/{layerId}`, `file:` and a path, a table or a result. */
export function referenceOf({
  sourceMapId,
  sourceLayerId,
  sourceReference,
}: Pick<OriginInput, 'sourceMapId' | 'sourceLayerId' | 'sourceReference'>): string {
  if (sourceReference === null) return layerReference({ mapId: sourceMapId!, layerId: sourceLayerId! });
  return formatResource(parseResource(sourceReference)!);
}

/** Whether a layer has changed since it was taken. What is gone has not. */
export function isStale({ version, current }: Pick<ReadInput, 'version' | 'current'>): boolean {
  return current !== null && current !== version;
}

/** What stands as the tool of a layer that code of a notebook has made. */
export const notebookTool = 'notebook';

/** How a layer was made by a block of a notebook. */
export function notebookOrigin({ notebookId, blockId }: { notebookId: string; blockId: string }): Origin {
  return { tool: notebookTool, parameters: { notebook_id: notebookId, block_id: blockId }, inputs: [] };
}

/** Notes how a layer was made, in the transaction that makes it or makes it again. */
export async function noteOrigin(query: Query, layerId: string, authorId: string, origin: Origin): Promise<void> {
  await query.delete(layerOrigins).where(eq(layerOrigins.layerId, layerId));
  const { tool, parameters, inputs } = origin;
  await query.insert(layerOrigins).values({ layerId, authorId, tool, parameters, madeAt: recordsNow as never });
  if (inputs.length > 0) await query.insert(layerOriginInputs).values(inputs.map((input) => ({ layerId, ...input })));
}

/** How the layers of a map were made, as far as tools have made them; of one of them where it is named. What files, tables and results are now is not asked: they count as gone. */
export async function readOrigins(query: Query, mapId: string, layerId?: string): Promise<ReadOrigin[]> {
  const made = await query
    .select({ origin: layerOrigins, username: users.username })
    .from(layerOrigins)
    .innerJoin(layers, eq(layers.id, layerOrigins.layerId))
    .leftJoin(users, eq(users.id, layerOrigins.authorId))
    .where(
      and(eq(layers.mapId, mapId), isPresent, layerId === undefined ? undefined : eq(layerOrigins.layerId, layerId)),
    );
  if (made.length === 0) return [];
  const source = alias(layers, 'source');
  const [own] = await query.select({ projectId: maps.projectId }).from(maps).where(eq(maps.id, mapId));
  const { layerId: ofLayer, features, ...columns } = getTableColumns(layerOriginInputs);
  const inputs = await query
    .select({
      input: { ...columns, layerId: ofLayer, count: sql<number | null>`cardinality(${features})` },
      source: {
        name: source.name,
        newestSeq: source.newestSeq,
        snapshotSeq: source.snapshotSeq,
        deletedAt: source.deletedAt,
        projectId: maps.projectId,
      },
    })
    .from(layerOriginInputs)
    .leftJoin(source, eq(source.id, layerOriginInputs.sourceLayerId))
    .leftJoin(maps, eq(maps.id, source.mapId))
    .where(
      inArray(
        layerOriginInputs.layerId,
        made.map(({ origin }) => origin.layerId),
      ),
    )
    .orderBy(asc(layerOriginInputs.input));
  return made.map(({ origin, username }) => ({
    layerId: origin.layerId,
    tool: origin.tool,
    parameters: origin.parameters,
    madeAt: origin.madeAt,
    username,
    inputs: inputs
      .filter(({ input }) => input.layerId === origin.layerId)
      .map(({ input: { layerId: _layerId, ...input }, source: row }) => {
        // A layer of another project is as if it were gone.
        const isThere = row.name !== null && row.deletedAt === null && row.projectId === own?.projectId;
        return {
          ...input,
          current: isThere ? versionOf({ newestSeq: row.newestSeq!, snapshotSeq: row.snapshotSeq! }) : null,
          currentName: isThere ? row.name : null,
        };
      }),
  }));
}

/** The names of notebooks of a project, by their ids. */
export async function readNotebookNames(query: Query, projectId: string, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await query
    .select({ id: notebooks.id, name: notebooks.name })
    .from(notebooks)
    .where(and(eq(notebooks.projectId, projectId), inArray(notebooks.id, ids)));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** The features that a tool took from its first layer; null for all. */
export async function readTakenFeatures(query: Query, layerId: string, input: string): Promise<number[] | null> {
  const [row] = await query
    .select({ features: layerOriginInputs.features })
    .from(layerOriginInputs)
    .where(and(eq(layerOriginInputs.layerId, layerId), eq(layerOriginInputs.input, input)));
  return row?.features ?? null;
}

/** Layers that were made of a layer, in maps of its project. */
export async function readDependents(
  query: Query,
  projectId: string,
  sourceLayerId: string,
): Promise<{ layer: LayerRow; mapName: string; tool: string; version: number }[]> {
  return query
    .select({ layer: layers, mapName: maps.name, tool: layerOrigins.tool, version: layerOriginInputs.version })
    .from(layerOriginInputs)
    .innerJoin(layerOrigins, eq(layerOrigins.layerId, layerOriginInputs.layerId))
    .innerJoin(layers, eq(layers.id, layerOrigins.layerId))
    .innerJoin(maps, eq(maps.id, layers.mapId))
    .where(and(eq(layerOriginInputs.sourceLayerId, sourceLayerId), eq(maps.projectId, projectId), isPresent))
    .orderBy(asc(maps.name), asc(layers.order));
}

/**
 * Notes how the layers of a copied map were made: of the copies, where their sources were copied with them. Edits have
 * other numbers there, so versions are those of the copies; what was out of date stays so.
 */
export async function copyOrigins(
  query: Query,
  { mapId, copyId, isSameProject }: { mapId: string; copyId: string; isSameProject: boolean },
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const copies = new Map(
    (await query.select().from(layers).where(eq(layers.mapId, copyId))).map((row) => [row.id, row]),
  );
  for (const origin of await readOrigins(query, mapId)) {
    const layerId = ids.get(origin.layerId);
    if (layerId === undefined || (origin.tool === notebookTool && !isSameProject)) continue;
    const inputs: OriginInput[] = [];
    const references = new Map<unknown, string>();
    for (const { current, currentName: _name, count: _count, ...input } of origin.inputs) {
      const copy = copies.get(ids.get(input.sourceLayerId ?? '') ?? '');
      // It cannot be made again in another project, whose layers and databases are others.
      if (!copy && !isSameProject && !input.sourceReference?.startsWith('/')) break;
      const features = await readTakenFeatures(query, origin.layerId, input.input);
      const version = copy && !isStale({ version: input.version, current }) ? versionOf(copy) : -1;
      inputs.push(
        copy ? { ...input, features, sourceMapId: copyId, sourceLayerId: copy.id, version } : { ...input, features },
      );
      if (copy) references.set(referenceOf(input), layerReference({ mapId: copyId, layerId: copy.id }));
    }
    if (inputs.length < origin.inputs.length) continue;
    const parameters = Object.fromEntries(
      Object.entries(origin.parameters).map(([name, value]) => [name, references.get(value) ?? value]),
    );
    await query.insert(layerOrigins).values({
      layerId,
      tool: origin.tool,
      parameters,
      madeAt: origin.madeAt,
    });
    if (inputs.length > 0) await query.insert(layerOriginInputs).values(inputs.map((input) => ({ layerId, ...input })));
  }
}
