import { baseName, sqlReading, type DatabaseSchema, type DatabaseTable } from '@groma/model';
import type { DatabaseReply } from '@groma/protocol';
import {
  ChartBarIcon,
  CodeIcon,
  CopyIcon,
  CopyPlusIcon,
  DatabaseIcon,
  EyeIcon,
  PencilIcon,
  PlugIcon,
  PlusIcon,
  RefreshIcon,
  TableIcon,
  TextPlusIcon,
  toast,
  TrashIcon,
} from '@groma/ui';
import { can, readProject, type Project } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { defineCommand } from '../../registry/command.ts';
import { fetchSoon } from '../../platform/when-idle.ts';
import { openDrawer } from '../../registry/drawer.ts';
import { findDatabase, knownDatabase, listDatabases, knownSchema, refreshSchema } from './database-calls.ts';
import { openChart, openEditor, openTable } from './database-panels.ts';
import { firstRowsOf } from './sql/first-rows.ts';
import { quotedName, tableReference } from './sql/quoted-name.ts';

const databaseArgument = async () => (await import('./database-arguments.ts')).databaseArgument;
const tableArgument = async () => (await import('./database-arguments.ts')).tableArgument;
const actions = () => import('./drawer/database-actions.tsx');
const connectionDialog = () => import('./connection/connection-dialog.tsx');
const previewDialog = () => import('./drawer/preview-dialog.tsx');

/** Fetches what the commands do before they are run. */
export const fetchDatabaseActions = () => fetchSoon(actions, connectionDialog, previewDialog);

interface OfDatabase {
  databaseId: string;
}
interface OfTable extends OfDatabase {
  catalog?: string | undefined;
  schema: string;
  table: string;
}
interface IsShort {
  isShort: boolean;
}
interface FoundTable {
  database: DatabaseReply;
  table: DatabaseTable;
  reference: string;
}

/** Does something with a database of the project that is open. */
async function withDatabase(
  { databaseId }: OfDatabase,
  act: (database: DatabaseReply, project: Project) => void | Promise<void>,
): Promise<void> {
  const project = readProject();
  const database = project && (await findDatabase(project.id, databaseId));
  if (database) await act(database, project);
  else toast.error(t('database.gone', { name: databaseId }));
}

function tableOf(schema: DatabaseSchema | undefined, wanted: OfTable): DatabaseTable | undefined {
  return schema?.tables.find(
    (table) => table.catalog === wanted.catalog && table.schema === wanted.schema && table.name === wanted.table,
  );
}

/** Does something with a table whose schema has been read. */
function withTable(wanted: OfTable, act: (found: FoundTable) => void | Promise<void>): Promise<void> {
  return withDatabase(wanted, async (database) => {
    const schema = knownSchema(database.id);
    const table = tableOf(schema, wanted);
    if (schema && table) await act({ database, table, reference: tableReference(table, schema.defaultSchema) });
    else toast.error(t('database.gone', { name: wanted.table }));
  });
}

/** The project's own database is there as long as the project is. */
function isOrdinary({ databaseId }: OfDatabase): boolean {
  return knownDatabase(readProject()?.id, databaseId)?.dbType !== 'project';
}

const showList = defineCommand({
  id: 'database.show-list',
  title: 'database.showList',
  icon: DatabaseIcon,
  isEnabled: () => readProject() !== null,
  run: () => openDrawer('databases'),
});

const create = defineCommand({
  id: 'database.create',
  title: 'database.newManaged',
  icon: PlusIcon,
  isEnabled: () => can('create', 'database'),
  run: async () => (await actions()).createManagedHere(),
});

/** A server that has a driver; in the menu of new databases its kind alone says what it is. */
function connecting(kind: 'postgres' | 'motherduck') {
  return defineCommand<IsShort | undefined>({
    id: `database.connect-${kind}`,
    title: `database.connectTitle.${kind}`,
    icon: PlugIcon,
    argument: async () => (await import('./database-arguments.ts')).shortArgument,
    titleOf: (how) => t(how?.isShort ? `database.kind.${kind}` : `database.connectTitle.${kind}`),
    isEnabled: () => can('create', 'database'),
    run: async () => (await connectionDialog()).openConnectionDialog(kind),
  });
}
const [connectPostgres, connectMotherduck] = [connecting('postgres'), connecting('motherduck')];

const openDatabaseEditor = defineCommand({
  id: 'database.open-editor',
  title: 'database.openEditor',
  icon: CodeIcon,
  listKey: 'Enter',
  isHidden: true,
  argument: databaseArgument,
  run: (its) => withDatabase(its, openEditor),
});

const openQuery = defineCommand({
  id: 'database.open-query',
  title: 'database.openEditor',
  icon: CodeIcon,
  isHidden: true,
  argument: async () => (await import('./editor/open-query-argument.ts')).openQueryArgument,
  isEnabled: () => readProject() !== null,
  run: async ({ databaseId, name, query }) => {
    (await import('./editor/offered-query.ts')).offerQuery(databaseId, query);
    openEditor({ id: databaseId, name });
  },
});

/** SQL over a file of the project, in the editor of the project (DBS-109). */
const queryFile = defineCommand({
  id: 'database.query-file',
  title: 'database.queryFile',
  icon: CodeIcon,
  isHidden: true,
  argument: async () => (await import('./editor/open-query-argument.ts')).queryFileArgument,
  isEnabled: () => can('execute_query', 'database'),
  run: ({ path }) => queryProject(sqlOfFile(path)),
});

/** A chart of a file of the project (SHL-157). */
const chartFile = defineCommand({
  id: 'database.chart-file',
  title: 'database.chart',
  icon: ChartBarIcon,
  isHidden: true,
  argument: async () => (await import('./editor/open-query-argument.ts')).queryFileArgument,
  isEnabled: () => can('execute_query', 'database'),
  run: ({ path }) => chartProject(baseName(path), `SELECT * FROM ${sqlOfFile(path)}`),
});

/** The same over a layer of a map, as its table offers it (SHL-156). */
const queryLayer = defineCommand({
  id: 'database.query-layer',
  title: 'database.queryFile',
  icon: CodeIcon,
  isHidden: true,
  argument: async () => (await import('./editor/open-query-argument.ts')).queryLayerArgument,
  isEnabled: () => can('execute_query', 'database'),
  run: ({ map, layer }) => queryProject(`layers.${alwaysQuoted(map)}.${alwaysQuoted(layer)}`),
});

const sqlOfFile = (path: string) => `'${path.replaceAll("'", "''")}'`;
const alwaysQuoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Opens the editor of the project with a statement that reads the first rows of what SQL calls `reference`. */
async function queryProject(reference: string): Promise<void> {
  const project = readProject();
  const over = project && (await listDatabases(project.id)).find(({ dbType }) => dbType === 'project');
  if (!over) return;
  (await import('./editor/offered-query.ts')).offerQuery(over.id, `SELECT * FROM ${reference} LIMIT 1000;`);
  openEditor(over);
}

async function chartProject(name: string, sql: string): Promise<void> {
  const project = readProject();
  const over = project && (await listDatabases(project.id)).find(({ dbType }) => dbType === 'project');
  if (over) openChart({ name, database: over.id, sql });
}

const refresh = defineCommand({
  id: 'database.refresh',
  title: 'database.refresh',
  icon: RefreshIcon,
  isHidden: true,
  argument: databaseArgument,
  run: ({ databaseId }) => refreshSchema(databaseId),
});

const rename = defineCommand({
  id: 'database.rename',
  title: 'database.rename',
  icon: PencilIcon,
  listKey: 'F2',
  isHidden: true,
  argument: databaseArgument,
  isEnabled: (its) => can('update', 'database') && isOrdinary(its),
  run: (its) =>
    withDatabase(its, async (database, project) =>
      (await actions()).askDatabaseName(project.id, project.tenant, database),
    ),
});

/** Of a server; a managed database has no connection to change. */
const editConnection = defineCommand({
  id: 'database.edit-connection',
  title: 'database.editConnection',
  icon: PlugIcon,
  isHidden: true,
  argument: databaseArgument,
  isEnabled: ({ databaseId }) => {
    const kind = knownDatabase(readProject()?.id, databaseId)?.dbType;
    return can('update', 'database') && kind !== undefined && kind !== 'managed-duckdb' && kind !== 'project';
  },
  run: (its) =>
    withDatabase(its, async (database) => {
      if (database.dbType === 'managed-duckdb' || database.dbType === 'project') return;
      (await connectionDialog()).openConnectionDialog(database.dbType, database);
    }),
});

const duplicate = defineCommand({
  id: 'database.duplicate',
  title: 'database.duplicate',
  icon: CopyPlusIcon,
  isHidden: true,
  argument: databaseArgument,
  isEnabled: (its) => can('duplicate', 'database') && isOrdinary(its),
  run: (its) => withDatabase(its, async (database, { id }) => (await actions()).copyDatabase(id, database)),
});

const remove = defineCommand({
  id: 'database.delete',
  title: 'database.delete',
  icon: TrashIcon,
  listKey: 'Del',
  danger: true,
  isHidden: true,
  argument: databaseArgument,
  isEnabled: (its) => can('delete', 'database') && isOrdinary(its),
  run: (its) =>
    withDatabase(its, async (database, { id, tenant }) => (await actions()).askDeleteDatabase(id, tenant, database)),
});

const openTablePanel = defineCommand({
  id: 'database.open-table',
  title: 'database.openTable',
  icon: TableIcon,
  listKey: 'Enter',
  isHidden: true,
  argument: tableArgument,
  run: (its) =>
    withDatabase(its, (database) =>
      openTable(database, {
        ...(its.catalog !== undefined && { catalog: its.catalog }),
        schema: its.schema,
        name: its.table,
      }),
    ),
});

const previewTable = defineCommand({
  id: 'database.preview-table',
  title: 'database.preview',
  icon: EyeIcon,
  isHidden: true,
  argument: tableArgument,
  isEnabled: (its) => (tableOf(knownSchema(its.databaseId), its)?.previewRows ?? null) !== null,
  run: (its) => withTable(its, async ({ table }) => (await previewDialog()).openPreview(table)),
});

const selectOf = ({ table, reference }: FoundTable): string =>
  `SELECT ${table.columns.map(({ name }) => quotedName(name)).join(', ')}\nFROM ${reference};`;

async function openWith(database: DatabaseReply, query: string): Promise<void> {
  (await import('./editor/offered-query.ts')).offerQuery(database.id, query);
  openEditor(database);
}

const queryRows = defineCommand({
  id: 'database.query-rows',
  title: 'database.queryRows',
  icon: CodeIcon,
  isHidden: true,
  argument: tableArgument,
  isEnabled: () => can('execute_query', 'database'),
  run: (its) => withTable(its, ({ database, reference }) => openWith(database, firstRowsOf(reference))),
});

const queryColumns = defineCommand({
  id: 'database.query-columns',
  title: 'database.queryColumns',
  icon: TextPlusIcon,
  isHidden: true,
  argument: tableArgument,
  isEnabled: () => can('execute_query', 'database'),
  run: (its) => withTable(its, (found) => openWith(found.database, selectOf(found))),
});

/** A name as SQL takes it. */
const copyName = defineCommand({
  id: 'database.copy-name',
  title: 'database.copyName',
  icon: CopyIcon,
  isHidden: true,
  argument: async () => (await import('./database-arguments.ts')).nameArgument,
  run: async ({ name }) => (await actions()).copyText(name),
});

const copySelect = defineCommand({
  id: 'database.copy-select',
  title: 'database.copySelect',
  icon: CopyIcon,
  isHidden: true,
  argument: tableArgument,
  run: (its) => withTable(its, async (found) => (await actions()).copyText(selectOf(found))),
});

const copyForNotebook = defineCommand({
  id: 'database.copy-for-notebook',
  title: 'database.copyForNotebook',
  icon: CopyIcon,
  isHidden: true,
  argument: tableArgument,
  run: (its) =>
    withTable(its, async ({ database, reference }) => (await actions()).copyText(sqlReading(database.name, reference))),
});

/** What is done to databases and their tables. */
export const databaseCommands = {
  showList,
  create,
  connectPostgres,
  connectMotherduck,
  openDatabaseEditor,
  openQuery,
  queryFile,
  chartFile,
  queryLayer,
  refresh,
  rename,
  editConnection,
  duplicate,
  remove,
  openTablePanel,
  previewTable,
  queryRows,
  queryColumns,
  copyName,
  copySelect,
  copyForNotebook,
};
