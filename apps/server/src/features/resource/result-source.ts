import type { ProjectId, ResultColumn, UserId } from '@groma/model';
import type { ResourceEntry } from '@groma/protocol';
import { holdsWords } from '../../platform/text/plain-text.ts';
import type { ResourceSource } from './resource-source.ts';

/** A result of a query that the caller has run, which is kept for a day. */
interface KnownResult {
  reference: string;
  /** The query, shortened. */
  label: string;
  database: string;
  columns: ResultColumn[];
  rows: number;
}

/** All that a person has of them in a project, the newest first; one where its id is given. */
export type ListResults = (
  asked: { projectId: ProjectId; userId: UserId },
  resultId?: string,
) => Promise<KnownResult[]>;

/** Results of queries: each person sees their own. */
export function resultSource(listResults: ListResults): ResourceSource {
  return {
    kinds: ['result'],
    subject: 'database',
    list: async (asking, words, limit) =>
      (await listResults(asking))
        .filter(({ label, database }) => holdsWords(`${label} ${database}`, words))
        .slice(0, limit)
        .map(present),
    find: async (asking, { parts: [id] }) =>
      (await listResults(asking, id)).map((result) => ({
        entry: present(result),
        describe: () => Promise.resolve(describe(result)),
      })),
  };
}

function present({ reference, label, database, columns, rows }: KnownResult): ResourceEntry {
  return {
    kind: 'result',
    reference,
    name: reference,
    label,
    place: database,
    version: null,
    geometry: columns.some(({ geometry }) => geometry) ? null : [],
    rows,
  };
}

function describe(result: KnownResult) {
  const { geometry, rows } = present(result);
  return {
    columns: result.columns.map(({ name, type, geometry: shape }) => ({
      name,
      type,
      is_geometry: shape !== undefined,
    })),
    crs: null,
    extent: null,
    geometry,
    rows,
  };
}
