import { file as calls } from '@groma/protocol';
import type { ClashRule, ListOrder } from '@groma/model';
import { api } from '../../../platform/api.ts';

export type FileEntry = calls.FileEntry;
export type FileOutcome = calls.FileOutcome;
export type FileUsage = calls.FileUsage;
export type TrashEntry = calls.TrashEntry;

export interface FileOrder {
  sort: ListOrder;
  descending: boolean;
}
interface WindowQuery extends FileOrder {
  offset: number;
  limit: number;
  filter?: string;
}

/** Some entries of a folder, from `offset` on; `version` changes when names come, go or change. */
export interface FolderPage {
  offset: number;
  entries: readonly FileEntry[];
  total: number;
  version: string;
}

/** A window of a folder's entries. */
export async function readWindow(projectId: string, path: string, query: WindowQuery): Promise<FolderPage> {
  const { data, total, offset, version } = await api.call(calls.listFiles, {
    params: { projectId },
    query: { path, ...query, descending: query.descending ? 'true' : 'false', grouped: 'true' },
  });
  return { entries: data, total, offset, version };
}

export async function isThere(projectId: string, path: string): Promise<boolean> {
  return (await api.call(calls.fileExistence, { params: { projectId, path: path.slice(1) } })).exists;
}

export async function statFile(projectId: string, path: string) {
  return (await api.call(calls.statFile, { params: { projectId, path: path.slice(1) } })).data;
}

export async function makeFolder(projectId: string, path: string): Promise<void> {
  await api.call(calls.createFolder, { params: { projectId }, body: { path } });
}

/** Makes a file with nothing in it. */
export async function makeFile(projectId: string, path: string): Promise<void> {
  const form = new FormData();
  form.append('filePaths', path);
  form.append('files', new Blob([]), path.slice(path.lastIndexOf('/') + 1));
  await api.call(calls.uploadFiles, { params: { projectId }, form });
}

export async function moveFile(projectId: string, from: string, to: string): Promise<void> {
  await api.call(calls.moveFile, { params: { projectId }, body: { from, to, withParts: true } });
}

export async function moveFiles(
  projectId: string,
  paths: string[],
  folder: string,
  clash: ClashRule,
): Promise<FileOutcome[]> {
  return (await api.call(calls.moveFiles, { params: { projectId }, body: { paths, folder, clash, withParts: true } }))
    .data;
}

/** Copies; `isRunning` says that it goes on as an operation. */
export async function copyFiles(
  projectId: string,
  paths: string[],
  folder: string,
): Promise<{ data: FileOutcome[]; isRunning: boolean }> {
  return api.call(calls.copyFiles, { params: { projectId }, body: { paths, folder, withParts: true } });
}

export async function deleteFiles(
  projectId: string,
  paths: string[],
): Promise<{ data: FileOutcome[]; trashIds: string[] }> {
  return api.call(calls.deleteFiles, { params: { projectId }, body: { paths, withParts: true } });
}

export async function restoreTrash(projectId: string, ids: string[]): Promise<FileOutcome[]> {
  return (await api.call(calls.restoreTrash, { params: { projectId }, body: { ids } })).data;
}

export async function unpackFile(projectId: string, path: string): Promise<string> {
  return (await api.call(calls.unpackFile, { params: { projectId }, body: { path } })).data.path;
}

/** A link to the bytes of a file, good for 15 minutes. */
export async function signFile(projectId: string, path: string): Promise<string> {
  return (await api.call(calls.signedUrl, { params: { bucket: 'groma', projectId, path: path.replace(/^\//, '') } }))
    .signedUrl;
}
