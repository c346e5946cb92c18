import { open as openFile, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { dottedNames, GromaError, isId } from '@groma/model';
import { frameKind, type DatabaseReply, type SqlEvent } from '@groma/protocol';
import type { DatabaseParts } from '../database-parts.ts';
import { schemaOfTable, type KeptRelation, type ProjectRelation } from '../engine/engine.ts';
import { tableQuery } from '../engine/table-query.ts';
import { failedSql } from '../process/database-process.ts';
import { convertArrow } from './convert-arrow.ts';
import { isReadAt } from './is-read-at.ts';
import { deleteOlder, type AskingPerson } from './project-relations.ts';

/** Of the rows of one table that are fetched for a statement. */
const mostBytes = 256 * 1_048_576;
const mostTables = 20;
/** Beside the layers, where the process of the project's database reads. */
const folderName = 'tables';

/** A table of a connected database, as a statement names it. */
interface TableName {
  database: string;
  schema: string;
  table: string;
}

type FetchParts = Pick<DatabaseParts, 'platform' | 'records' | 'open' | 'relations'>;

/**
 * The tables of connected databases that statements name, `tables."city"."public"."parcels"`, fetched whole by the
 * process of their own database. None has a version by which an earlier copy could be known to be current.
 * @throws GromaError SQL_FAILED for a database or table that is not there, and one that is too large; as
 * `OpenDatabases.use`
 */
export async function fetchTables(
  parts: FetchParts,
  databaseId: string,
  texts: readonly string[],
  person: AskingPerson,
): Promise<KeptRelation[]> {
  const names = tablesNamed(texts);
  if (names.length === 0) return [];
  if (names.length > mostTables)
    throw failedSql({ kind: 'other', detail: `A query names at most ${mostTables} tables of other databases.` });
  const all = (await parts.records.list(person.projectId)).filter(({ dbType }) => dbType !== 'project');
  const folder = join(await parts.relations.folderOf(person.projectId, databaseId), folderName);
  await mkdir(folder, { recursive: true });
  await deleteOlder(folder, await readdir(folder), parts.platform.config.databases.statementMs + 60_000);
  const found: KeptRelation[] = [];
  for (const { isRead, ...name } of names) {
    const connected = find(all, name.database);
    if (!connected && !isRead) continue;
    if (!connected) throw failedSql({ kind: 'missing', detail: `This project has no database "${name.database}".` });
    const { file, casts } = await fetchTable(parts, connected, name, folder, person);
    found.push({
      catalog: 'tables',
      schema: schemaOfTable(name.database, name.schema),
      name: name.table,
      file: join(folderName, file),
      casts,
    });
  }
  return found;
}

/**
 * The tables of connected databases that statements name, each once. In views that people have made, two parts of a
 * name stand in one.
 */
export function tablesNamed(texts: readonly string[]): (TableName & { isRead: boolean })[] {
  const found = new Map<string, TableName & { isRead: boolean }>();
  for (const text of texts)
    for (const [catalog, first, second, third] of dottedNames(text)) {
      if (catalog!.name.toLowerCase() !== 'tables' || !second) continue;
      const [joined, ...more] = dottedNames(first!.name);
      const isJoined = more.length === 0 && joined?.length === 2 && first!.name.startsWith('"');
      if (!isJoined && !third) continue;
      const [database, schema, table] = (isJoined ? [...joined, second] : [first!, second, third!]).map(
        ({ name }) => name,
      );
      const key = JSON.stringify([database, schema, table]).toLowerCase();
      const isRead = isReadAt(text, catalog!.start) || (found.get(key)?.isRead ?? false);
      found.set(key, { database: database!, schema: schema!, table: table!, isRead });
    }
  return [...found.values()];
}

/** @throws GromaError SQL_FAILED where several databases have the name. */
function find(all: readonly DatabaseReply[], wanted: string): DatabaseReply | undefined {
  const same = all.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const exact = same.filter(({ name }) => name === wanted);
  const named = exact.length > 0 ? exact : same;
  if (named.length > 1)
    throw failedSql({
      kind: 'missing',
      detail: `Several databases are called "${wanted}". Write the id of the one that is meant: ${named.map(({ id }) => `"${id}"`).join(', ')}.`,
    });
  return named[0] ?? (isId(wanted) ? all.find(({ id }) => id === wanted) : undefined);
}

async function fetchTable(
  parts: FetchParts,
  connected: DatabaseReply,
  name: TableName,
  folder: string,
  person: AskingPerson,
): Promise<{ file: string; casts: Record<string, string> }> {
  const { files } = parts.platform;
  const work = await files.workFolder(person.projectId);
  const file = `${crypto.randomUUID()}.parquet`;
  const unfinished = join(folder, `${file}.part`);
  try {
    const rows = join(work, 'rows.arrow');
    await writeTable(parts, connected, name, { path: rows, mostBytes }, person.signal);
    const converted = await convertArrow(rows, unfinished, person.signal);
    await rename(unfinished, join(folder, file));
    return { file, ...converted };
  } finally {
    await rm(work, { recursive: true, force: true });
    await rm(unfinished, { force: true });
  }
}

/** Where the rows of a table go, and how many bytes they may have. */
interface WrittenTable {
  path: string;
  mostBytes: number;
  /** What the table is a view of, in the database of the project. */
  relations?: ProjectRelation[] | undefined;
}

/**
 * Has a database write out a table into a new file, as the Arrow stream in which it answers.
 * @throws GromaError SQL_FAILED naming the table
 */
export async function writeTable(
  { open }: Pick<DatabaseParts, 'open'>,
  connected: DatabaseReply,
  { schema, table }: Pick<TableName, 'schema' | 'table'>,
  { path, mostBytes: most, relations }: WrittenTable,
  signal: AbortSignal,
): Promise<void> {
  const shown = `"${schema}"."${table}" of the database "${connected.name}"`;
  const sql = queryOfTable(connected, { schema, table });
  const process = await open.use(connected.id);
  const source = await process.openFrames(
    { statements: [{ text: sql, start: 0, end: sql.length }], start: 0, relations, form: { kind: 'frames' } },
    signal,
  );
  const handle = await openFile(path, 'wx', 0o600);
  let [bytes, isWhole] = [0, false];
  try {
    for await (const frame of source) {
      if (frame.kind === frameKind.arrow) {
        bytes += frame.content.length;
        if (bytes > most)
          throw failedSql({
            kind: 'other',
            detail: `The table ${shown} takes more than ${most / 1_048_576} MB, too much to be brought here. Query it in its own database, or make a view there with fewer rows.`,
          });
        await handle.writeFile(frame.content);
      } else if (frame.kind === frameKind.event) {
        const event = JSON.parse(frame.content.toString()) as SqlEvent;
        if (event.type === 'error')
          throw failedSql({
            kind: event.kind,
            detail: `${event.message.replace(/^[\w ]+: /, '')} (The table ${shown}.)`,
          });
        isWhole ||= event.type === 'end';
      }
      frame.release();
    }
  } finally {
    source.destroy();
    await handle.close();
  }
  if (signal.aborted) throw new GromaError('CANCELED', { name: 'The query' });
  if (!isWhole) throw await process.whyLost();
}

/** The statement that gives all rows of a table. */
export function queryOfTable({ dbType }: DatabaseReply, name: Pick<TableName, 'schema' | 'table'>): string {
  return tableQuery({ ...name, filter: [], sort: [] }, dbType === 'postgres' ? 'postgres' : 'duckdb').sql;
}
