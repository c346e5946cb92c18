import { eq, inArray } from '../database/drizzle.ts';
import { isId, parseProjectToolId, withNewIds, type DataPath, type NewIds, type ProjectId } from '@groma/model';
import type { Database } from '../database/database.ts';
import { layers, originInputs, origins } from '../database/tables/index.ts';
import type { FileStore } from '../storage/file-store.ts';
import { fileVersion, isStale, versionOf } from './origin.ts';

type Query = Pick<Database['query'], 'select' | 'insert'>;

/**
 * Notes how the layers and files of a copied project were made: each of the copies of what the original was made of, by
 * the copies of its notebooks, databases and people's tools. What was out of date stays so, and what was gone. The copy
 * may belong to others: persons and operations are not noted. `isClosed`: nothing is said that names what is not in
 * the copy.
 */
export async function copyProjectOrigins(
  query: Query,
  files: Pick<FileStore, 'stat'>,
  { from, to, ids, isClosed }: { from: ProjectId; to: ProjectId; ids: NewIds; isClosed: boolean },
): Promise<void> {
  const made = await query.select().from(origins).where(eq(origins.projectId, from));
  const inputs = await selectEach(
    made,
    ({ id }) => id,
    (some) => query.select().from(originInputs).where(inArray(originInputs.originId, some)),
  );
  const versions = await layerVersions(
    query,
    inputs.map(({ sourceLayerId }) => sourceLayerId),
    ids,
  );
  const inputsOf = Map.groupBy(inputs, ({ originId }) => originId);
  const contents = new Contents(files, from, to);
  for (const origin of made) {
    const own = origin.path === null ? null : await contents.of(origin.path);
    const layerId = origin.layerId === null ? null : ids.get(origin.layerId);
    // A layer that was deleted has no copy, and a file that is gone has nothing to show.
    if (layerId === undefined || (origin.path !== null && own?.copy === null)) continue;
    if (isClosed && !(await isWithin(origin, inputsOf.get(origin.id) ?? [], ids, contents))) continue;
    const id = crypto.randomUUID();
    const notebookId = origin.notebookId === null ? undefined : ids.get(origin.notebookId);
    await query.insert(origins).values({
      ...(withNewIds({ doer: origin.doer, parameters: origin.parameters }, ids) as Pick<
        typeof origin,
        'doer' | 'parameters'
      >),
      id,
      projectId: to,
      layerId,
      path: origin.path,
      content: own && (own.original === origin.content ? own.copy : changed),
      kind: origin.kind,
      version: origin.version,
      output: origin.output,
      notebookId: notebookId ?? null,
      blockId: notebookId === undefined ? null : origin.blockId,
      madeAt: origin.madeAt,
    });
    const taken = inputsOf.get(origin.id) ?? [];
    for (const { sourceMapId, sourceLayerId, sourcePath, sourceReference, ...input } of taken) {
      const now = sourcePath === null ? versions.get(sourceLayerId ?? '') : await contents.of(sourcePath);
      const isSame = !isStale({ version: input.version, current: now?.original ?? null });
      await query.insert(originInputs).values({
        ...input,
        ...(withNewIds({ sourceMapId, sourceLayerId, sourceReference }, ids) as Pick<
          typeof originInputs.$inferSelect,
          'sourceMapId' | 'sourceLayerId' | 'sourceReference'
        >),
        originId: id,
        sourcePath,
        version: now?.copy === undefined || now.copy === null ? input.version : isSame ? now.copy : changed,
      });
    }
  }
}

/** Whether all that an origin names is in the copy. */
async function isWithin(
  { doer, notebookId }: typeof origins.$inferSelect,
  inputs: readonly (typeof originInputs.$inferSelect)[],
  ids: NewIds,
  contents: Contents,
): Promise<boolean> {
  const maker = parseProjectToolId(doer)?.id ?? (isId(doer) ? doer : null);
  if ([maker, notebookId].some((id) => id !== null && !ids.has(id))) return false;
  for (const { sourceLayerId, sourcePath } of inputs) {
    const isThere = sourcePath === null ? ids.has(sourceLayerId ?? '') : (await contents.of(sourcePath)).copy !== null;
    if (!isThere) return false;
  }
  return true;
}

/** No version: it differs from every one, so what has it is out of date. */
const changed = -1;

interface Versions {
  original: number | null;
  copy: number | null;
}

/** The versions of layers and of their copies, by the ids of the originals. */
async function layerVersions(
  query: Query,
  sources: readonly (string | null)[],
  ids: NewIds,
): Promise<Map<string, Versions>> {
  const originals = [...new Set(sources)].filter((id) => id !== null && ids.has(id)) as string[];
  const rows = await selectEach(
    originals.flatMap((id) => [id, ids.get(id)!]),
    (id) => id,
    (some) => query.select().from(layers).where(inArray(layers.id, some)),
  );
  const found = new Map(rows.map((row) => [row.id, versionOf(row)]));
  return new Map(
    originals.map((id) => [id, { original: found.get(id) ?? null, copy: found.get(ids.get(id)!) ?? null }]),
  );
}

/** Asked in pieces: a statement holds so many values at most. */
async function selectEach<Item, Row>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  select: (ids: string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < items.length; at += 5_000)
    rows.push(...(await select(items.slice(at, at + 5_000).map((item) => idOf(item)))));
  return rows;
}

/** Numbers of the contents of files and of their copies; null for one that is not there. */
class Contents {
  readonly #files: Pick<FileStore, 'stat'>;
  readonly #from: ProjectId;
  readonly #to: ProjectId;
  readonly #known = new Map<string, Promise<Versions>>();

  constructor(files: Pick<FileStore, 'stat'>, from: ProjectId, to: ProjectId) {
    this.#files = files;
    this.#from = from;
    this.#to = to;
  }

  of(path: string): Promise<Versions> {
    const known = this.#known.get(path) ?? this.#read(path as DataPath);
    this.#known.set(path, known);
    return known;
  }

  async #read(path: DataPath): Promise<Versions> {
    const [original, copy] = await Promise.all(
      [this.#from, this.#to].map(async (project) => {
        const file = await this.#files.stat(project, path);
        return file && !file.isDir ? fileVersion(file.etag) : null;
      }),
    );
    return { original: original!, copy: copy! };
  }
}
