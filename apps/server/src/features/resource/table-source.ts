import { formatResource, type DatabaseSchema, type DatabaseTable, type ProjectId } from '@groma/model';
import type { ResourceEntry } from '@groma/protocol';
import { holdsWords } from '../../platform/text/plain-text.ts';
import type { ResourceSource } from './resource-source.ts';

/** A database of a project with what is known of its tables. */
export interface KnownDatabase {
  id: string;
  name: string;
  schema: DatabaseSchema;
}

type Table = { database: KnownDatabase; table: DatabaseTable };

/** Tables of databases as last read, which asks no database. */
export function tableSource(listDatabases: (projectId: ProjectId) => Promise<KnownDatabase[]>): ResourceSource {
  const all = async (projectId: ProjectId): Promise<Table[]> =>
    (await listDatabases(projectId)).flatMap((database) =>
      database.schema.tables
        // Layers and files stand by themselves.
        .filter(({ kind }) => kind === 'table' || kind === 'view')
        .map((table) => ({ database, table })),
    );
  return {
    kinds: ['table'],
    subject: 'database',
    list: async ({ projectId }, words, limit) =>
      (await all(projectId))
        .filter(({ database, table }) => holdsWords(`${table.name} ${table.schema} ${database.name}`, words))
        .slice(0, limit)
        .map(present),
    async find({ projectId }, { parts: [database, schema, name] }) {
      const tables = (await all(projectId)).filter(({ table }) => table.schema === schema && table.name === name);
      const byId = tables.filter((each) => each.database.id === database);
      const found = byId.length > 0 ? byId : tables.filter((each) => each.database.name === database);
      return found.map((each) => ({ entry: present(each), describe: () => Promise.resolve(describe(each)) }));
    },
  };
}

function present({ database, table }: Table): ResourceEntry {
  const named = (first: string): string => formatResource({ kind: 'table', parts: [first, table.schema, table.name] });
  return {
    kind: 'table',
    reference: named(database.id),
    name: named(database.name),
    label: table.name,
    place: `${database.name} / ${table.schema}`,
    version: null,
    geometry: table.columns.some(({ geometry }) => geometry) ? null : [],
    rows: table.rowEstimate,
  };
}

function describe({ table }: Table) {
  return {
    columns: table.columns.map(({ name, type, geometry }) => ({ name, type, is_geometry: geometry !== undefined })),
    crs: null,
    extent: null,
    geometry: table.columns.some(({ geometry }) => geometry) ? null : [],
    rows: table.rowEstimate,
  };
}
