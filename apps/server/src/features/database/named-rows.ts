import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  formatResource,
  GromaError,
  parseResource,
  type ProjectId,
  type ResourceName,
  type ResultColumn,
  type UserId,
} from '@groma/model';
import type { DatabaseReply } from '@groma/protocol';
import type { DatabaseParts } from './database-parts.ts';
import { queryOfTable, writeTable } from './project/fetched-tables.ts';
import { relationsOf } from './project/relations-of.ts';
import { keptRows, requireComplete } from './result-routes.ts';

/** Who asks for rows, and where. */
export interface AskingForRows {
  projectId: ProjectId;
  userId: UserId;
}

/** A table of a database, or a result of a query, as names of data stand for it. */
export interface NamedRows {
  /** By ids. */
  reference: string;
  /** The name of the table, or the query that gave the result. */
  label: string;
}

/** A result that a query of the caller gave, which is kept for a day. */
export interface KeptRows extends NamedRows {
  database: string;
  ranAt: Date;
  columns: ResultColumn[];
  rows: number;
}

const keptMs = 24 * 3_600_000;
/** Queries looked through for a list of results. */
const mostQueries = 200;
const longestLabel = 60;

type RowParts = Pick<
  DatabaseParts,
  'platform' | 'records' | 'queries' | 'results' | 'open' | 'relations' | 'needs' | 'writes'
>;

/**
 * What `table:{database}/{schema}/{table}` or `result:{id}` stands for; null for what is not there or may not be read.
 * A table is not asked for: its database alone is known. @throws GromaError BAD_INPUT where several databases have the
 * name
 */
export async function findRows(parts: RowParts, asking: AskingForRows, name: ResourceName): Promise<NamedRows | null> {
  if (!(await mayRead(parts, asking))) return null;
  if (name.kind === 'result') return (await listResults(parts, asking, name.parts[0]))[0] ?? null;
  return findTable(await parts.records.list(asking.projectId), name);
}

/**
 * Which of these names stand for something, in their order: null for a name as `findRows`, and for one that several
 * databases have.
 */
export async function findManyRows(
  parts: RowParts,
  asking: AskingForRows,
  names: readonly ResourceName[],
): Promise<(NamedRows | null)[]> {
  if (names.length === 0 || !(await mayRead(parts, asking))) return names.map(() => null);
  const isTable = ({ kind }: ResourceName): boolean => kind === 'table';
  const databases = names.some(isTable) ? await parts.records.list(asking.projectId) : [];
  return Promise.all(
    names.map(async (name) => {
      if (!isTable(name)) return (await listResults(parts, asking, name.parts[0]))[0] ?? null;
      try {
        return findTable(databases, name);
      } catch (error) {
        if (error instanceof GromaError) return null;
        throw error;
      }
    }),
  );
}

function mayRead({ platform: { access } }: RowParts, { projectId, userId }: AskingForRows): Promise<boolean> {
  return access.require(userId, projectId, 'read', 'database', { evenWithoutPlan: true }).then(
    () => true,
    () => false,
  );
}

/** @throws GromaError BAD_INPUT where several databases have the name */
function findTable(all: readonly DatabaseReply[], { parts: names }: ResourceName): NamedRows | null {
  const [wanted, schema, table] = names;
  const byId = all.filter(({ id }) => id === wanted);
  const found = byId.length > 0 ? byId : all.filter(({ name }) => name === wanted);
  const referenceIn = ({ id }: DatabaseReply): string =>
    formatResource({ kind: 'table', parts: [id, schema!, table!] });
  const [one, other] = found;
  if (!one) return null;
  if (other)
    throw new GromaError('BAD_INPUT', {
      detail: `Several databases are called “${wanted}”. Use one of ${found.map(referenceIn).join(', ')}.`,
    });
  return { reference: referenceIn(one), label: table! };
}

/** The results of the caller that are still there, the newest first; one of them where its id is given. */
export async function listResults(
  { queries, results }: Pick<RowParts, 'queries' | 'results'>,
  { projectId, userId }: AskingForRows,
  resultId?: string,
): Promise<KeptRows[]> {
  const since = new Date(Date.now() - keptMs);
  const known = await queries.listKept({ projectId, userId, since, resultId }, mostQueries);
  const found = await Promise.all(
    known.map(async ({ resultId: id, databaseId, query, ...rest }): Promise<KeptRows | null> => {
      const index = await results.find(id, { databaseId, userId }).catch(() => null);
      const label = query.replaceAll(/\s+/g, ' ').trim();
      return (
        index && {
          ...rest,
          reference: formatResource({ kind: 'result', parts: [id] }),
          label: label.length > longestLabel ? `${label.slice(0, longestLabel - 1).trimEnd()}…` : label,
          rows: index.rows,
        }
      );
    }),
  );
  return found.filter((each) => each !== null);
}

/**
 * Writes what a reference by ids stands for into a file, as an Arrow stream with the types of its database.
 * @throws GromaError TABLE_NOT_FOUND, RESULT_GONE, RESULT_INCOMPLETE, SQL_FAILED, and as `OpenDatabases.use`
 */
export async function writeNamedRows(
  parts: RowParts,
  { projectId, userId, reference, signal }: AskingForRows & { reference: string; signal: AbortSignal },
  path: string,
): Promise<void> {
  const { platform, records, queries, results } = parts;
  await platform.access.require(userId, projectId, 'execute_query', 'database', { evenWithoutPlan: true });
  const { kind, parts: names } = parseResource(reference)!;
  if (kind === 'result') {
    const asked = { projectId, userId, since: new Date(Date.now() - 2 * keptMs), resultId: names[0] };
    const [known] = await queries.listKept(asked, 1);
    if (!known) throw new GromaError('RESULT_GONE');
    const index = await results.find(known.resultId, { databaseId: known.databaseId, userId });
    requireComplete(index);
    await pipeline(Readable.from(keptRows(parts, index)), createWriteStream(path, { flags: 'wx', mode: 0o600 }), {
      signal,
    });
    return;
  }
  const [databaseId, schema, table] = names;
  const connected = (await records.list(projectId)).find(({ id }) => id === databaseId);
  const missing = new GromaError('TABLE_NOT_FOUND', { name: table! });
  if (!connected) throw missing;
  const name = { schema: schema!, table: table! };
  const statement = queryOfTable(connected, name);
  const relations = await relationsOf(parts, connected.id, [statement], { projectId, userId, signal });
  const { oneResultBytes: mostBytes } = platform.config.databases;
  await writeTable(parts, connected, name, { path, mostBytes, relations }, signal).catch((error: unknown) => {
    throw error instanceof GromaError && error.code === 'SQL_FAILED' && error.details['kind'] === 'missing'
      ? missing
      : error;
  });
}
