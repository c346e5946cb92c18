import { file as calls } from '@groma/protocol';
import { api, queryClient } from '../../platform/api.ts';

export type FileEntry = calls.FileEntry;

export const root = '/data';

export function listingKey(projectId: string, path: string): readonly string[] {
  return ['files', projectId, path];
}

export async function listFolder(projectId: string, path: string): Promise<FileEntry[]> {
  return (await api.call(calls.listFiles, { params: { projectId }, query: { path } })).data;
}

/** Reads every shown folder anew. */
export async function refreshFiles(projectId: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['files', projectId] });
}

export async function makeFolder(projectId: string, path: string): Promise<void> {
  await api.call(calls.createFolder, { params: { projectId }, body: { path } });
  await refreshFiles(projectId);
}

export async function moveFile(projectId: string, from: string, to: string): Promise<void> {
  await api.call(calls.moveFile, { params: { projectId }, body: { from, to } });
  await refreshFiles(projectId);
}

export async function deleteFile(projectId: string, path: string): Promise<void> {
  await api.call(calls.deleteFile, { params: { projectId }, query: { path } });
  await refreshFiles(projectId);
}

/** A link to the bytes of a file, good for 15 minutes. */
export async function signFile(projectId: string, path: string): Promise<string> {
  return (await api.call(calls.signedUrl, { params: { bucket: 'groma', projectId, path: path.replace(/^\//, '') } })).signedUrl;
}

/** Saves a file to the person's computer under its own name. */
export async function downloadFile(projectId: string, path: string, name: string): Promise<void> {
  const url = new URL(await signFile(projectId, path), location.origin);
  url.searchParams.set('download', name);
  const link = Object.assign(document.createElement('a'), { href: url.href, download: name });
  link.click();
}
