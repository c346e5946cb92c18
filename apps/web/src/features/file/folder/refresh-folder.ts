import { folderStoreOf } from './folder-store.ts';

/** Reads a folder anew, if it is shown. Others are told by the server. */
export function refreshFolder(projectId: string, path: string): void {
  const store = folderStoreOf(projectId);
  if (store.state.getState().windows.has(path)) void store.refresh(path);
}
