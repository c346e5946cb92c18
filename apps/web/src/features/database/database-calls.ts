import type { ConnectableType, DatabaseItem, DatabaseSchema, DatabaseType, TableFilter, TableSort } from '@groma/model';
import { database, fillPath, type DatabaseReply, type HistoryItemReply, type TablePageReply } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { api, queryClient } from '../../platform/api.ts';
import { onRoomReturn, useRoomMessage, type RoomMessage } from '../../platform/project-room.ts';
import { saveLink } from './result/save-csv.ts';

const listKey = (projectId: string) => ['databases', projectId] as const;
const schemaKey = (databaseId: string) => ['database-schema', databaseId] as const;
const historyKey = (databaseId: string) => ['database-history', databaseId] as const;
/** Pages of tables, of one database or one table of it. */
export const tableKey = (databaseId: string, ...table: readonly unknown[]) =>
  ['database-table', databaseId, ...table] as const;

export async function listDatabases(projectId: string): Promise<DatabaseReply[]> {
  return (await api.call(database.listDatabases, { params: { projectId } })).data;
}

/** A database of a project as the list that is shown has it. */
export function knownDatabase(projectId: string | undefined, databaseId: string): DatabaseReply | undefined {
  return queryClient.getQueryData<DatabaseReply[]>(listKey(projectId ?? ''))?.find(({ id }) => id === databaseId);
}

/** The same, asked of the server where nothing is shown; undefined where it is not there. */
export async function findDatabase(projectId: string, databaseId: string): Promise<DatabaseReply | undefined> {
  return knownDatabase(projectId, databaseId) ?? (await listDatabases(projectId)).find(({ id }) => id === databaseId);
}

export function refreshDatabases(projectId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: listKey(projectId) });
}

/** Somebody has changed data or tables of a database. */
function takeChange({ databaseId }: RoomMessage): void {
  if (typeof databaseId === 'string') void refreshSchema(databaseId);
}

/** The databases of a project, kept in step with what others do. */
export function useDatabases(projectId: string) {
  const refresh = useCallback(() => {
    void refreshDatabases(projectId);
  }, [projectId]);
  useRoomMessage('Database_List_Changed', refresh);
  useRoomMessage('Database_Changed', takeChange);
  useEffect(() => onRoomReturn(refresh), [refresh]);
  return useQuery({ queryKey: listKey(projectId), queryFn: () => listDatabases(projectId) });
}

export const schemaQuery = (databaseId: string) => ({
  queryKey: schemaKey(databaseId),
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<DatabaseSchema> =>
    (await api.call(database.readSchema, { params: { databaseId }, signal })).data as DatabaseSchema,
  staleTime: 5 * 60_000,
  // A server that does not answer is not asked again by itself: the person sees that it is disconnected, and retries.
  retry: false,
  refetchOnWindowFocus: false,
});

/** The schema of a database, once it is wished for. */
export function useSchema(databaseId: string, isWished = true) {
  return useQuery({ ...schemaQuery(databaseId), enabled: isWished });
}

/** What is known of a schema without asking. */
export function knownSchema(databaseId: string): DatabaseSchema | undefined {
  return queryClient.getQueryData<DatabaseSchema>(schemaKey(databaseId));
}

/** Reads the schema anew (DBS-037), and the pages of its tables with it. */
export function refreshSchema(databaseId: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: tableKey(databaseId) });
  return queryClient.invalidateQueries({ queryKey: schemaKey(databaseId) }, { cancelRefetch: true });
}

/** A database as the interface holds it (DBS-001). */
export function databaseItem(
  { id, name, dbType }: DatabaseReply,
  schema: { data?: DatabaseSchema | undefined; isFetching: boolean; isError: boolean },
  isExpanded: boolean,
): DatabaseItem {
  const found = schema.isError ? null : (schema.data ?? null);
  return {
    id,
    name,
    dbType: dbType as DatabaseType,
    schema: found,
    extensions: found?.extensions ?? null,
    isExpanded,
    isFetchingSchema: schema.isFetching && !found,
  };
}

export type ConnectionInput = { dbType: ConnectableType; connection?: unknown };

export async function createDatabase(projectId: string, name: string, input: ConnectionInput): Promise<DatabaseReply> {
  const { data } = await api.call(database.createDatabase, { params: { projectId }, body: { name, ...input } });
  await refreshDatabases(projectId);
  return data;
}

export async function changeConnection(projectId: string, databaseId: string, connection: unknown): Promise<void> {
  await api.call(database.changeConnection, { params: { databaseId }, body: connection });
  await Promise.all([refreshDatabases(projectId), refreshSchema(databaseId)]);
}

export function testConnection(projectId: string, input: ConnectionInput, signal?: AbortSignal) {
  return api.call(database.testConnection, { params: { projectId }, body: input, signal });
}

/** Renames (DBS-062). @throws with what is wrong with the name. */
export async function renameDatabase(projectId: string, tenantId: string, id: string, name: string): Promise<void> {
  const { error } = await api.call(database.renameDatabase, {
    query: { id, tenant_id: tenantId },
    body: { id, tenant_id: tenantId, name },
  });
  if (error !== undefined) throw new Error(error);
  await refreshDatabases(projectId);
}

export async function deleteDatabase(projectId: string, tenantId: string, id: string): Promise<void> {
  await api.call(database.deleteDatabase, { query: { id, tenant_id: tenantId } });
  queryClient.removeQueries({ queryKey: schemaKey(id) });
  await refreshDatabases(projectId);
}

export async function duplicateDatabase(projectId: string, databaseId: string, name?: string): Promise<DatabaseReply> {
  const { data } = await api.call(database.duplicateDatabase, {
    params: { databaseId },
    body: name === undefined ? {} : { name },
  });
  await refreshDatabases(projectId);
  return data;
}

export function useHistory(databaseId: string, isAllowed: boolean) {
  return useQuery({
    queryKey: historyKey(databaseId),
    enabled: isAllowed,
    queryFn: async (): Promise<HistoryItemReply[]> =>
      (await api.call(database.listHistory, { params: { databaseId }, query: { limit: 100 } })).data,
  });
}

export function refreshHistory(databaseId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: historyKey(databaseId) });
}

export async function deleteHistoryItem(databaseId: string, itemId: string): Promise<void> {
  await api.call(database.deleteHistoryItem, { params: { databaseId, itemId } });
  await refreshHistory(databaseId);
}

export async function clearHistory(databaseId: string): Promise<void> {
  await api.call(database.clearHistory, { params: { databaseId } });
  await refreshHistory(databaseId);
}

export const runUrl = (databaseId: string) => fillPath(database.runQuery.path, { databaseId });
export const rowsUrl = (databaseId: string, resultId: string) =>
  fillPath(database.readResultRows.path, { databaseId, resultId });

/**
 * Has the browser save all rows of a result that the server keeps.
 * @throws GromaError where it keeps them no more: the browser itself would only say that there is no file.
 */
export async function saveKeptCsv(databaseId: string, resultId: string): Promise<void> {
  const reply = await api.open(database.readResultRows, {
    params: { databaseId, resultId },
    query: { offset: 0, limit: 1 } as never,
  });
  await reply.body?.cancel();
  saveLink(fillPath(database.downloadResult.path, { databaseId, resultId }));
}

/** Asks the server to cancel a run; that it is over already is no failure. */
export function cancelRun(databaseId: string, runId: string): void {
  void api.call(database.cancelRun, { params: { databaseId, runId } }).catch(() => undefined);
}

export async function addResultToMap(
  databaseId: string,
  resultId: string,
  body: { map_id: string; geometry_column: string; latitude_column?: string | undefined; name: string },
) {
  return api.call(database.addResultToMap, { params: { databaseId, resultId }, body });
}

export interface TableQuestion {
  table: string;
  catalog?: string | undefined;
  schema: string;
  offset: number;
  limit: number;
  sort: readonly TableSort[];
  filter: readonly TableFilter[];
  snapshot?: string | undefined;
}

export function readTablePage(
  databaseId: string,
  { table, catalog, schema, offset, limit, sort, filter, snapshot }: TableQuestion,
  signal?: AbortSignal,
): Promise<TablePageReply & { snapshot: string }> {
  return api.call(database.readTablePage, {
    params: { databaseId, table },
    signal,
    query: {
      ...(catalog !== undefined && { catalog }),
      schema,
      offset,
      limit,
      ...(snapshot !== undefined && { snapshot }),
      ...(sort.length > 0 && { sort: JSON.stringify(sort) }),
      ...(filter.length > 0 && { filter: JSON.stringify(filter) }),
    } as never,
  });
}
