import type { DatabaseItem } from '@groma/model';
import type { DatabaseReply } from '@groma/protocol';
import {
  Button,
  CodeIcon,
  DatabaseIcon,
  EmptyState,
  ErrorState,
  IconButton,
  KeyIcon,
  LinkIcon,
  Menu,
  PlusIcon,
  PuzzleIcon,
  RefreshIcon,
  SchemaIcon,
  SearchIcon,
  SkeletonRows,
  TableIcon,
  EyeIcon,
  FolderIcon,
  TextField,
  Tooltip,
  TreeView,
  useInterface,
  type TreeRowState,
} from '@groma/ui';
import { useQueries } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { DrawerHeader } from '../../../platform/frame/drawer-header.tsx';
import { useCan, useProject } from '../../../platform/session.ts';
import { createStored } from '../../../platform/stored.ts';
import { useText } from '../../../platform/text.ts';
import type { DrawerProps } from '../../../registry/drawer.ts';
import { act } from '../../../registry/menu-entry.ts';
import { putTable } from '../../../registry/table-drag.ts';
import { ConnectionMark, useConnectionState } from '../connection/connection-mark.tsx';
import { databaseItem, refreshDatabases, refreshSchema, schemaQuery, useDatabases } from '../database-calls.ts';
import { databaseCommands, fetchDatabaseActions } from '../database-commands.ts';
import { openEditor, openTable } from '../database-panels.ts';
import { quotedName, tableReference } from '../sql/quoted-name.ts';
import { databaseNodeId, databaseTree, openedByFilter, type DatabaseNode } from './database-tree.ts';
import { estimateText } from './row-estimate.ts';
import { sampleValues } from './sample-values.ts';
import { newDatabaseMenu } from './new-database-menu.ts';
import { treeMenu } from './tree-menu.ts';
import './databases-drawer.css';

/** The databases of the project with what is in them (DBS-007). */
export function Drawer({ close }: DrawerProps) {
  const t = useText();
  useEffect(fetchDatabaseActions, []);
  const { id: projectId } = useProject();
  const mayCreate = useCan('create', 'database');
  const { data } = useDatabases(projectId);
  const refresh = () => {
    void refreshDatabases(projectId);
    for (const { id } of data ?? []) void refreshSchema(id);
  };
  return (
    <div className="databases-drawer">
      <DrawerHeader title={t('database.databases')} onClose={close}>
        <IconButton label={t('database.refreshAll')} icon={<RefreshIcon />} onClick={refresh} />
        {mayCreate && (
          <Menu
            items={newDatabaseMenu()}
            position="bottom-start"
            width={280}
            target={<IconButton label={t('database.new')} icon={<PlusIcon />} />}
          />
        )}
      </DrawerHeader>
      <Body />
    </div>
  );
}

function Body() {
  const t = useText();
  const { id: projectId } = useProject();
  const mayCreate = useCan('create', 'database');
  const { data, error, refetch, isRefetching } = useDatabases(projectId);
  if (error && !data)
    return (
      <ErrorState
        title={t('database.listFailed')}
        onRetry={() => {
          void refetch();
        }}
        isRetrying={isRefetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  if (!data) return <SkeletonRows rows={6} withIcon />;
  // The project's own is always there: who has no other is told what else there may be.
  const isAlone = data.every(({ dbType }) => dbType === 'project');
  return (
    <>
      {data.length > 0 && <Databases databases={data} />}
      {isAlone && <NoOther mayCreate={mayCreate} />}
    </>
  );
}

function NoOther({ mayCreate }: { mayCreate: boolean }) {
  const t = useText();
  return (
    <EmptyState
      icon={<DatabaseIcon size={18} />}
      title={t('database.none')}
      action={
        mayCreate && (
          <Button icon={<PlusIcon />} onClick={() => act(databaseCommands.create, undefined)}>
            {t('database.newManaged')}
          </Button>
        )
      }
    >
      {t(mayCreate ? 'database.noneText' : 'database.noneForViewer')}
    </EmptyState>
  );
}

/** Rows that are open, in this browser; ids of databases are in them, so one list serves all projects. */
const useOpened = createStored('groma.databases-open', { ids: '' });
const mostRemembered = 200;

function Databases({ databases }: { databases: readonly DatabaseReply[] }) {
  const t = useText();
  const stored = useOpened(({ ids }) => ids);
  const opened = useMemo(() => new Set(stored.split('\n')), [stored]);
  const [typed, setTyped] = useState('');
  const filter = useDeferredValue(typed);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // A filter looks into databases that answer at once; a server is only asked when it is opened.
  const schemas = useQueries({
    queries: databases.map(({ id, dbType }) => ({
      ...schemaQuery(id),
      enabled:
        opened.has(databaseNodeId(id)) || (filter !== '' && (dbType === 'managed-duckdb' || dbType === 'project')),
    })),
  });
  const items = databases.map((database, index) =>
    databaseItem(database, schemas[index]!, opened.has(databaseNodeId(database.id))),
  );
  const failures = new Map(
    schemas.flatMap(({ isError, error }, index) =>
      isError
        ? [
            [
              databases[index]!.id,
              <Disconnected key={index} databaseId={databases[index]!.id} error={error} />,
            ] as const,
          ]
        : [],
    ),
  );
  const nodes = databaseTree(items, filter, {
    files: t('database.projectFiles'),
    extensions: t('database.extensions'),
    failures,
  });
  const expanded = filter === '' ? opened : openedByFilter(nodes, filter);
  const toggle = (id: string, isExpanded: boolean) =>
    useOpened.setState({
      ids: [...[...opened].filter((each) => each !== id && each !== ''), ...(isExpanded ? [id] : [])]
        .slice(-mostRemembered)
        .join('\n'),
    });
  const databaseOf = (node: DatabaseNode) => databases.find(({ id }) => id === node.databaseId)!;
  const activate = (node: DatabaseNode) => {
    if (node.kind === 'database') openEditor(databaseOf(node));
    else if (node.kind === 'table') openTable(databaseOf(node), node.table);
    else return false;
    return true;
  };
  return (
    <>
      <div className="databases-search">
        <TextField
          size="s"
          type="search"
          icon={<SearchIcon size={14} />}
          aria-label={t('database.find')}
          placeholder={t('database.find')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {nodes.length === 0 ? (
        <EmptyState icon={<SearchIcon size={18} />} title={t('database.nothingFound')}>
          {t('database.nothingFoundText')}
        </EmptyState>
      ) : (
        <TreeView<DatabaseNode>
          label={t('database.databases')}
          nodes={nodes}
          expanded={expanded}
          onToggle={toggle}
          selected={selected}
          onSelect={setSelected}
          onActivate={activate}
          onRename={({ kind, databaseId }) => {
            if (kind === 'database') act(databaseCommands.rename, { databaseId });
          }}
          onDelete={({ kind, databaseId }) => {
            if (kind === 'database') act(databaseCommands.remove, { databaseId });
          }}
          renderIcon={(node) => <NodeIcon node={node} />}
          renderName={(node) => <NodeName node={node} />}
          renderEnd={(node, state) => <NodeEnd node={node} state={state} onOpen={() => openEditor(databaseOf(node))} />}
          contextMenu={treeMenu}
          onDragStart={(node, data) => putNode(node, databaseOf(node), data, databases)}
        />
      )}
    </>
  );
}

function putNode(node: DatabaseNode, database: DatabaseReply, data: DataTransfer, all: readonly DatabaseReply[]): void {
  // Where several have one name, the id says which is meant.
  const isOnly = all.filter(({ name }) => name === database.name).length === 1;
  if (node.kind === 'table')
    putTable(data, {
      databaseId: database.id,
      databaseName: isOnly ? database.name : database.id,
      reference: tableReference(node.table, node.defaultSchema),
      schema: node.table.schema,
      name: node.name,
    });
  else data.setData('text/plain', node.kind === 'column' ? quotedName(node.name) : node.name);
}

/** Why a database cannot be reached, with the way to try again (DBS-009). */
function Disconnected({ databaseId, error }: { databaseId: string; error: unknown }) {
  const t = useText();
  return (
    <span className="database-failure">
      <span>
        <b>{t('database.connection.disconnected')}.</b> {errorText(error)}
      </span>
      <Button size="s" icon={<RefreshIcon size={14} />} onClick={() => act(databaseCommands.refresh, { databaseId })}>
        {t('database.retryConnection')}
      </Button>
    </span>
  );
}

function NodeIcon({ node }: { node: DatabaseNode }) {
  switch (node.kind) {
    case 'database':
      return <DatabaseIcon />;
    case 'schema':
      return <SchemaIcon />;
    case 'files':
      return <FolderIcon />;
    case 'table':
      return node.table.kind === 'view' ? <EyeIcon /> : <TableIcon />;
    case 'extensions':
      return <PuzzleIcon />;
    default:
      return null;
  }
}

function NodeName({ node }: { node: DatabaseNode }) {
  if (node.kind === 'column') return <ColumnName node={node} />;
  return (
    <span
      className="database-row"
      data-kind={node.kind}
      dir="auto"
      title={node.kind === 'table' && node.table.comment ? `${node.name}\n${node.table.comment}` : node.name}
    >
      {node.name}
    </span>
  );
}

function ColumnName({ node: { column, table, name } }: { node: Extract<DatabaseNode, { kind: 'column' }> }) {
  const t = useText();
  const samples = sampleValues(table, column);
  const facts = [
    column.type,
    t(column.nullable ? 'database.nullable' : 'database.notNull'),
    ...(column.isPrimaryKey ? [t('database.primaryKey')] : []),
    ...(column.references
      ? [t('database.references', { table: column.references.table, column: column.references.column })]
      : []),
  ].join(' · ');
  return (
    <Tooltip
      label={
        <>
          {name}
          <br />
          {facts}
          {column.comment && (
            <>
              <br />
              {column.comment}
            </>
          )}
          {samples.length > 0 && (
            <>
              <br />
              {samples.join(', ')}
            </>
          )}
        </>
      }
    >
      <span className="database-row" data-kind="column" dir="auto">
        {name}
      </span>
    </Tooltip>
  );
}

function NodeConnection({ item }: { item: Pick<DatabaseItem, 'schema' | 'isFetchingSchema'> }) {
  const t = useText();
  const state = useConnectionState(item);
  return (
    <span role="img" aria-label={t(`database.connection.${state}`)}>
      <ConnectionMark state={state} />
    </span>
  );
}

function NodeEnd({ node, state, onOpen }: { node: DatabaseNode; state: TreeRowState; onOpen: () => void }) {
  const t = useText();
  const { locale } = useInterface();
  switch (node.kind) {
    case 'database':
      return (
        <span className="database-end">
          {(state.isActive || state.isSelected) && (
            <IconButton
              size="s"
              tabIndex={state.isActive ? 0 : -1}
              label={t('database.openEditor')}
              icon={<CodeIcon size={14} />}
              onClick={(event) => {
                event.stopPropagation();
                onOpen();
              }}
            />
          )}
          {(node.item.isExpanded || node.item.schema) && <NodeConnection item={node.item} />}
          {t(`database.short.${node.item.dbType}`)}
        </span>
      );
    case 'schema':
    case 'files':
      return <span className="database-end">{node.count}</span>;
    case 'table':
      return node.table.rowEstimate === null ? null : (
        <span className="database-end" title={t('database.aboutRows', { count: node.table.rowEstimate })}>
          {estimateText(node.table.rowEstimate, locale)}
        </span>
      );
    case 'column':
      return (
        <span className="database-end" dir="ltr">
          {node.column.isPrimaryKey && <KeyIcon size={12} aria-label={t('database.primaryKey')} />}
          {node.column.references && <LinkIcon size={12} aria-label={t('database.foreignKey')} />}
          <span className="database-type" title={node.column.type}>
            {node.column.type}
          </span>
        </span>
      );
    case 'extensions':
      return <span className="database-end">{t('database.loadedCount', { count: node.loaded })}</span>;
    case 'extension':
      return <span className="database-end">{t(`database.extension.${node.state}`)}</span>;
    default:
      return node satisfies never;
  }
}
