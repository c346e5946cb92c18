import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { dottedNames, GromaError, keptResultsMap, type LayerTable, type ProjectId, type UserId } from '@groma/model';
import type { Platform } from '../../../platform/platform.ts';
import type { ProjectTables } from './project-tables.ts';
import type { DatabaseNeeds } from '../database-needs.ts';
import type { ProjectRelation } from '../engine/engine.ts';
import { failedSql } from '../process/database-process.ts';

/** A version of a layer that no statement has read for so long is deleted; an older one of a layer sooner. */
export const keptMs = 24 * 60 * 60_000;
/** More names of one statement are not looked up. */
const mostNames = 1_000;
/** Of the id that a file begins with. */
const idLength = 36;
const isOfLayer = /\.(?:parquet|json|ids)$/;

export interface AskingPerson {
  projectId: ProjectId;
  userId: UserId;
  signal: AbortSignal;
  /** The notebook whose block asks: results of its other blocks can be named. */
  notebookId?: string | undefined;
}

/** A name of a layer as a statement has it, without its catalog. */
interface LayerName {
  schema: string;
  name: string;
}

/**
 * What statements name of a project. A layer is written for SQL when a statement first names it, and again when it was
 * edited since: what nobody asks for costs nothing.
 */
export class ProjectRelations {
  readonly #platform: Platform;
  readonly #tables: ProjectTables;
  /** Versions of layers that are being written, by the path of their list: who needs the same one waits for it. */
  readonly #writing = new Map<string, Writing<string[]>>();

  constructor(platform: Platform, tables: ProjectTables) {
    this.#platform = platform;
    this.#tables = tables;
  }

  /** Folder of a database that holds its layers. Its process reads it and cannot write to it. */
  async folderOf(projectId: ProjectId, databaseId: string): Promise<string> {
    return join(await this.#platform.files.databaseFolder(projectId), `layers-of-${databaseId}`);
  }

  /** Deletes what no statement has read for long. To be called before the database's process starts. */
  async prepareFolder(projectId: ProjectId, databaseId: string): Promise<string> {
    const folder = await this.folderOf(projectId, databaseId);
    await mkdir(folder, { recursive: true });
    await deleteOlder(folder, await readdir(folder), keptMs);
    return folder;
  }

  /**
   * Everything that statements name of a project, written where it has to be. What the person may not read is as if it
   * were not there. @throws GromaError SQL_FAILED for a name that several layers have; the signal's reason.
   */
  async named(databaseId: string, texts: readonly string[], person: AskingPerson): Promise<ProjectRelation[]> {
    const names = texts.flatMap(dottedNames).slice(0, mostNames);
    const files = new Set(names.flatMap(([first, second]) => (isNamed(first!, 'files') ? [second!.name] : [])));
    const layers = layerNames(names);
    return [
      ...[...files].map((name) => ({ catalog: 'files' as const, name })),
      ...(layers.length === 0 ? [] : await this.#layers(databaseId, layers, person)),
    ];
  }

  async #layers(databaseId: string, names: LayerName[], person: AskingPerson): Promise<ProjectRelation[]> {
    const { projectId, userId, signal } = person;
    const mayRead = await this.#platform.access.require(userId, projectId, 'read', 'map').then(
      () => true,
      () => false,
    );
    const all = mayRead ? [...(await this.#tables.list(projectId))] : [];
    const kept = await Promise.all(
      names
        .filter(({ schema }) => schema === keptResultsMap)
        .map(({ name }) => (mayRead ? this.#tables.kept({ projectId, userId }, name) : null)),
    );
    all.push(...kept.filter((table) => table !== null));
    const folder = await this.folderOf(projectId, databaseId);
    if (mayRead) await deleteGone(folder, all);
    return Promise.all(
      names.map(async ({ schema, name }): Promise<ProjectRelation> => {
        const table = find(all, schema, name);
        const files = table && (await this.#write(folder, table, signal));
        return { catalog: 'layers', schema, name, files: files ?? null };
      }),
    );
  }

  /** The names of the files that have the layer as it is now. */
  async #write(folder: string, table: LayerTable, signal: AbortSignal): Promise<string[]> {
    const version = createHash('sha256').update(table.version).digest('hex').slice(0, 16);
    const list = join(folder, `${table.layerId}-${version}.json`);
    const known = await readList(list);
    if (known && (await areThere(folder, [...known, basename(list)]))) return known;
    const begun = this.#writing.get(list);
    const writing = begun && !begun.isStopped ? begun : this.#begin(folder, list, table);
    return writing.wait(signal);
  }

  #begin(folder: string, list: string, table: LayerTable): Writing<string[]> {
    const writing = new Writing(async (signal) => {
      const files = await this.#tables.write(table, { folder, signal });
      const unfinished = `${list}.${crypto.randomUUID()}`;
      await writeFile(unfinished, JSON.stringify(files));
      await rename(unfinished, list);
      // Files that are not new are used again.
      await areThere(folder, files);
      const used = new Set([...files, basename(list)]);
      const others = (await readdir(folder)).filter(
        (each) => each.startsWith(`${table.layerId}-`) && !each.endsWith('.ids') && !used.has(each),
      );
      // A statement that runs may still read the version before.
      await deleteOlder(folder, others, this.#platform.config.databases.statementMs + 60_000);
      return files;
    });
    this.#writing.set(list, writing);
    void writing.ended.finally(() => {
      if (this.#writing.get(list) === writing) this.#writing.delete(list);
    });
    return writing;
  }
}

/** Each once. */
function layerNames(names: ReturnType<typeof dottedNames>): LayerName[] {
  const layers = new Map<string, LayerName>();
  for (const [catalog, schema, name] of names) {
    if (!isNamed(catalog!, 'layers') || !schema || !name) continue;
    layers.set(JSON.stringify([schema.name.toLowerCase(), name.name.toLowerCase()]), {
      schema: schema.name,
      name: name.name,
    });
  }
  return [...layers.values()];
}

/**
 * The layers that statements name, as far as the person may read them.
 * @throws GromaError SQL_FAILED for a name that several have
 */
export async function layersNamed(
  { platform, needs }: { platform: Platform; needs: Pick<DatabaseNeeds, 'tables'> },
  texts: readonly string[],
  { projectId, userId }: AskingPerson,
): Promise<LayerTable[]> {
  const names = layerNames(texts.flatMap(dottedNames).slice(0, mostNames));
  const mayRead =
    names.length > 0 &&
    (await platform.access.require(userId, projectId, 'read', 'map').then(
      () => true,
      () => false,
    ));
  if (!mayRead) return [];
  const all = await needs.tables.list(projectId);
  const found = names.flatMap(({ schema, name }) => find(all, schema, name) ?? []);
  return [...new Map(found.map((table) => [table.layerId, table])).values()];
}

/** Work that several wait for; it is stopped when nobody does any more. */
class Writing<Made> {
  /** Settles without a failure, whichever way it ends. */
  readonly ended: Promise<void>;
  readonly #work: Promise<Made>;
  readonly #canceler = new AbortController();
  #waiting = 0;

  constructor(work: (signal: AbortSignal) => Promise<Made>) {
    this.#work = work(this.#canceler.signal);
    this.ended = this.#work.then(
      () => undefined,
      () => undefined,
    );
  }

  get isStopped(): boolean {
    return this.#canceler.signal.aborted;
  }

  /** @throws GromaError CANCELED, and what the work throws. */
  async wait(signal: AbortSignal): Promise<Made> {
    this.#waiting += 1;
    const { promise, reject } = Promise.withResolvers<never>();
    const leave = (): void => {
      reject(new GromaError('CANCELED', { name: 'The query' }));
    };
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    try {
      return await Promise.race([this.#work, promise]);
    } finally {
      signal.removeEventListener('abort', leave);
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#canceler.abort();
    }
  }
}

function isNamed({ name }: { name: string }, catalog: string): boolean {
  return name.toLowerCase() === catalog;
}

/** SQL compares names in any case. @throws GromaError SQL_FAILED where several layers have the name. */
function find(all: readonly LayerTable[], schema: string, name: string): LayerTable | undefined {
  const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
  const byId = all.find((each) => same(each.mapId, schema) && same(each.layerId, name));
  if (byId) return byId;
  const found = all.filter((each) => same(each.mapName, schema) && same(each.layerName, name));
  if (found.length < 2) return found[0];
  throw failedSql({
    kind: 'missing',
    detail: `Several layers are called "${schema}"."${name}". Write the ids of the one that is meant: ${found
      .map(({ mapId, layerId }) => `layers."${mapId}"."${layerId}"`)
      .join(', ')}.`,
  });
}

async function readList(path: string): Promise<string[] | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as string[]);
}

/** Whether files are there, which are marked as used. */
async function areThere(folder: string, files: readonly string[]): Promise<boolean> {
  const now = new Date();
  return Promise.all(files.map((file) => utimes(join(folder, file), now, now))).then(
    () => true,
    () => false,
  );
}

/** Deletes layers that are no longer in the project: they could be read by their path. */
async function deleteGone(folder: string, all: readonly LayerTable[]): Promise<void> {
  const there = new Set(all.map(({ layerId }) => layerId));
  for (const file of await readdir(folder).catch((): string[] => []))
    if (isOfLayer.test(file) && !there.has(file.slice(0, idLength))) await rm(join(folder, file), { force: true });
}

/** Deletes files of a folder that nobody has written or used for so long. */
export async function deleteOlder(folder: string, files: readonly string[], milliseconds: number): Promise<void> {
  for (const file of files) {
    const path = join(folder, file);
    const found = await stat(path).catch(() => null);
    if (found?.isFile() && Date.now() - found.mtimeMs > milliseconds) await rm(path, { force: true });
  }
}
