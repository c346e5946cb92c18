import { and, asc, eq, getTableColumns, inArray, isNull, or, sql, type SQL } from '../database/drizzle.ts';
import { alias } from '../database/drizzle-pg.ts';
import { layerReference, type DataPath, type ProjectId } from '@groma/model';
import type { Database } from '../database/database.ts';
import { recordsNow } from '../database/record-clock.ts';
import { layers, maps, originInputs, origins, users } from '../database/tables/index.ts';
import type { FileStore } from '../storage/file-store.ts';
import {
  fileVersion,
  isStale,
  productVersion,
  referenceOf,
  versionOf,
  type Origin,
  type OriginInput,
  type OriginThing,
} from './origin.ts';

/** The records, or a transaction on them. */
type Query = Pick<Database['query'], 'select' | 'insert' | 'update' | 'delete' | 'execute'>;

/**
 * An input as it is now: `current` is the version it has, null where it is gone; `count` is of features that were
 * taken, null for all.
 */
type ReadInput = Omit<OriginInput, 'features'> & {
  count: number | null;
  current: number | null;
  currentName: string | null;
};

export type ReadOrigin = Omit<Origin, 'inputs'> & {
  id: string;
  thing: OriginThing;
  /** What it is called, and the map of a layer. */
  name: string;
  mapName: string | null;
  version: string;
  /** Of a file, the number of its content when it was made. */
  content: number | null;
  /** Somebody has written the file since. */
  isWritten: boolean;
  madeAt: Date;
  username: string | null;
  inputs: ReadInput[];
};

/** What origins are read of: of one map, of one layer or file, of what a notebook has made; else of a whole project. */
interface WantedOrigins {
  mapId?: string | undefined;
  thing?: OriginThing | undefined;
  only?: 'files' | undefined;
  notebookId?: string | undefined;
  /** Those that were made of it. */
  takenFrom?: OriginThing | undefined;
}

/** Notes how a layer was made, in the transaction that makes it or makes it again. */
export async function noteLayerOrigin(query: Query, layerId: string, authorId: string, origin: Origin): Promise<void> {
  const [row] = await query
    .select({ projectId: maps.projectId })
    .from(layers)
    .innerJoin(maps, eq(maps.id, layers.mapId))
    .where(eq(layers.id, layerId));
  if (!row) return;
  await query.delete(origins).where(eq(origins.layerId, layerId));
  await insertOrigin(query, { projectId: row.projectId, layerId, authorId }, origin);
}

/** Notes how a file was made, once it is there. */
export async function noteFileOrigin(
  { database, files }: { database: Database; files: Pick<FileStore, 'stat'> },
  { projectId, path, authorId }: { projectId: ProjectId; path: DataPath; authorId: string },
  origin: Origin,
): Promise<void> {
  const there = await files.stat(projectId, path);
  if (!there) return;
  await database.query.transaction(async (query) => {
    await query.delete(origins).where(and(eq(origins.projectId, projectId), eq(origins.path, path)));
    await insertOrigin(query, { projectId, path, content: fileVersion(there.etag), authorId }, origin);
  });
}

async function insertOrigin(
  query: Query,
  of: { projectId: string; layerId?: string; path?: string; content?: number; authorId: string | null; madeAt?: Date },
  { kind, doer, version, parameters, inputs, operationId, output, block }: Origin,
): Promise<void> {
  const id = crypto.randomUUID();
  await query.insert(origins).values({
    madeAt: recordsNow as never,
    ...of,
    id,
    kind,
    doer,
    version: version ?? productVersion,
    parameters,
    operationId: operationId ?? null,
    output: output ?? null,
    notebookId: block?.notebookId ?? null,
    blockId: block?.blockId ?? null,
  });
  if (inputs.length > 0) await query.insert(originInputs).values(inputs.map((input) => ({ ...input, originId: id })));
}

/**
 * How things of a project were made, with the layers and files they were made of as these are now; tables and results
 * count as gone. What belongs to another project is as if it were gone.
 */
export async function readOrigins(
  { database: { query }, files }: { database: Pick<Database, 'query'>; files: Pick<FileStore, 'stat'> },
  projectId: ProjectId,
  wanted: WantedOrigins = {},
): Promise<ReadOrigin[]> {
  const read = await readRecords(query, projectId, wanted);
  const known = new Map<string, Promise<number | null>>();
  const contentOf = (path: string): Promise<number | null> => {
    const asked =
      known.get(path) ??
      files.stat(projectId, path as DataPath).then((file) => (file && !file.isDir ? fileVersion(file.etag) : null));
    known.set(path, asked);
    return asked;
  };
  const found = await Promise.all(
    read.map(async (origin) => {
      const own = 'path' in origin.thing ? await contentOf(origin.thing.path) : null;
      // A file that is not there any more was made all the same; it has nothing to show.
      if ('path' in origin.thing && own === null) return [];
      const inputs = await Promise.all(
        origin.inputs.map(async (input) => {
          if (input.sourcePath === null) return input;
          const current = await contentOf(input.sourcePath);
          const name = input.sourcePath.slice(input.sourcePath.lastIndexOf('/') + 1);
          return { ...input, current, currentName: current === null ? null : name };
        }),
      );
      return [{ ...origin, inputs, isWritten: own !== null && own !== origin.content }];
    }),
  );
  return found.flat();
}

async function readRecords(query: Query, projectId: string, wanted: WantedOrigins): Promise<ReadOrigin[]> {
  const made = await query
    .select({
      origin: origins,
      username: users.username,
      layer: { name: layers.name, mapId: layers.mapId },
      map: maps.name,
    })
    .from(origins)
    .leftJoin(layers, eq(layers.id, origins.layerId))
    .leftJoin(maps, eq(maps.id, layers.mapId))
    .leftJoin(users, eq(users.id, origins.authorId))
    .where(and(eq(origins.projectId, projectId), isNull(layers.deletedAt), ...conditionsOf(query, wanted)))
    .orderBy(asc(origins.madeAt), asc(origins.id));
  const inputs = await readInputs(
    query,
    projectId,
    made.map(({ origin }) => origin.id),
  );
  return made.map(({ origin, username, layer, map }) => ({
    id: origin.id,
    thing: origin.path === null ? { mapId: layer!.mapId, layerId: origin.layerId! } : { path: origin.path as DataPath },
    name: origin.path === null ? layer!.name : origin.path.slice(origin.path.lastIndexOf('/') + 1),
    mapName: map,
    kind: origin.kind,
    doer: origin.doer,
    version: origin.version,
    content: origin.content,
    isWritten: false,
    parameters: origin.parameters,
    operationId: origin.operationId ?? undefined,
    output: origin.output ?? undefined,
    block: origin.notebookId === null ? undefined : { notebookId: origin.notebookId, blockId: origin.blockId! },
    madeAt: origin.madeAt,
    username,
    inputs: inputs.get(origin.id) ?? [],
  }));
}

function conditionsOf(query: Query, { mapId, thing, only, notebookId, takenFrom }: WantedOrigins): (SQL | undefined)[] {
  return [
    mapId === undefined ? undefined : eq(layers.mapId, mapId),
    thing && ('path' in thing ? eq(origins.path, thing.path) : eq(origins.layerId, thing.layerId)),
    only && isNull(origins.layerId),
    notebookId === undefined ? undefined : eq(origins.notebookId, notebookId),
    takenFrom &&
      inArray(
        origins.id,
        query
          .select({ id: originInputs.originId })
          .from(originInputs)
          .where(
            'path' in takenFrom
              ? eq(originInputs.sourcePath, takenFrom.path)
              : eq(originInputs.sourceLayerId, takenFrom.layerId),
          ),
      ),
  ];
}

async function readInputs(query: Query, projectId: string, originIds: string[]): Promise<Map<string, ReadInput[]>> {
  if (originIds.length === 0) return new Map();
  const source = alias(layers, 'source');
  const { features, ...columns } = getTableColumns(originInputs);
  const rows = await query
    .select({
      input: { ...columns, count: sql<number | null>`cardinality(${features})` },
      source: {
        name: source.name,
        newestSeq: source.newestSeq,
        snapshotSeq: source.snapshotSeq,
        deletedAt: source.deletedAt,
        projectId: maps.projectId,
      },
    })
    .from(originInputs)
    .leftJoin(source, eq(source.id, originInputs.sourceLayerId))
    .leftJoin(maps, eq(maps.id, source.mapId))
    .where(inArray(originInputs.originId, originIds))
    .orderBy(asc(originInputs.input));
  const found = rows.map(({ input: { originId, ...input }, source: row }) => {
    const isThere = row.name !== null && row.deletedAt === null && row.projectId === projectId;
    return {
      originId,
      input: {
        ...input,
        current: isThere ? versionOf({ newestSeq: row.newestSeq!, snapshotSeq: row.snapshotSeq! }) : null,
        currentName: isThere ? row.name : null,
      },
    };
  });
  const grouped = Map.groupBy(found, ({ originId }) => originId);
  return new Map([...grouped].map(([id, each]) => [id, each.map(({ input }) => input)]));
}

/** Which features of an input were taken; null for all. */
export async function readTakenFeatures(query: Query, originId: string, input: string): Promise<number[] | null> {
  const [row] = await query
    .select({ features: originInputs.features })
    .from(originInputs)
    .where(and(eq(originInputs.originId, originId), eq(originInputs.input, input)));
  return row?.features ?? null;
}

/** Has origins follow a file or folder that was moved, as what was made and as what was taken. */
export async function moveOrigins(query: Query, projectId: string, from: string, to: string): Promise<void> {
  // PostgreSQL counts characters, not the code units of UTF-16.
  const rest = [...from].length + 1;
  const within = (column: typeof origins.path | typeof originInputs.sourcePath): SQL =>
    or(eq(column, from), sql`starts_with(${column}, ${`${from}/`})`)!;
  const moved = (column: typeof origins.path | typeof originInputs.sourcePath): SQL =>
    sql`${to}::text || substr(${column}, ${rest})`;
  const taken = alias(origins, 'taken');
  const own = query.select({ path: sql<string>`${to}::text || substr(${taken.path}, ${rest})` }).from(taken);
  await query
    .delete(origins)
    .where(
      and(
        eq(origins.projectId, projectId),
        inArray(
          origins.path,
          own.where(
            and(
              eq(taken.projectId, projectId),
              or(eq(taken.path, from), sql`starts_with(${taken.path}, ${`${from}/`})`),
            ),
          ),
        ),
      ),
    );
  await query
    .update(origins)
    .set({ path: moved(origins.path) })
    .where(and(eq(origins.projectId, projectId), within(origins.path)));
  const ofProject = query.select({ id: origins.id }).from(origins).where(eq(origins.projectId, projectId));
  await query
    .update(originInputs)
    .set({ sourcePath: moved(originInputs.sourcePath) })
    .where(and(inArray(originInputs.originId, ofProject), within(originInputs.sourcePath)));
}

/**
 * Notes how the layers of a map that was copied within its project were made: of the copies, where their sources were
 * copied with them. Edits have other numbers there, so versions are those of the copies; what was out of date stays so.
 */
export async function copyOrigins(
  query: Query,
  { mapId, copyId, projectId }: { mapId: string; copyId: string; projectId: string },
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const copies = new Map(
    (await query.select().from(layers).where(eq(layers.mapId, copyId))).map((row) => [row.id, row]),
  );
  for (const origin of await readRecords(query, projectId, { mapId })) {
    const layerId = 'path' in origin.thing ? undefined : ids.get(origin.thing.layerId);
    if (layerId === undefined) continue;
    const inputs: OriginInput[] = [];
    const references = new Map<unknown, string>();
    for (const { current, currentName: _name, count: _count, ...input } of origin.inputs) {
      const copy = copies.get(ids.get(input.sourceLayerId ?? '') ?? '');
      const features = await readTakenFeatures(query, origin.id, input.input);
      const version = copy && !isStale({ version: input.version, current }) ? versionOf(copy) : -1;
      inputs.push(
        copy ? { ...input, features, sourceMapId: copyId, sourceLayerId: copy.id, version } : { ...input, features },
      );
      if (copy) references.set(referenceOf(input), layerReference({ mapId: copyId, layerId: copy.id }));
    }
    const parameters = Object.fromEntries(
      Object.entries(origin.parameters).map(([name, value]) => [name, references.get(value) ?? value]),
    );
    await insertOrigin(
      query,
      { projectId, layerId, authorId: null, madeAt: origin.madeAt },
      { ...origin, parameters, inputs },
    );
  }
}
