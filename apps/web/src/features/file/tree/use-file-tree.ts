import { file as calls } from '@groma/protocol';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { api } from '../../../platform/api.ts';
import { onRoomReturn, useRoomMessage, type RoomMessage } from '../../../platform/project-room.ts';
import { readStored, writeStored } from '../../../platform/stored.ts';
import { fileClipboard } from '../entry/file-clipboard.ts';
import type { FileEntry, FileOrder } from '../entry/file-calls.ts';
import { above, folderOf, root } from '../entry/file-path.ts';
import { fileTreeRows, type FileTreeRows } from './file-tree-rows.ts';
import { folderStoreOf, type FolderStore } from '../folder/folder-store.ts';
import { foldersToRead } from '../folder/folders-to-read.ts';
import { entryAt, pageSize, placeOf } from '../folder/folder-window.ts';

const openKey = (projectId: string) => `groma.folders.${projectId}`;
/** Most folders that are watched and remembered as open. */
const mostOpen = 200;

/** The folders that were open in this project when the person was last here. */
function readOpen(projectId: string): string[] {
  const found = readStored(openKey(projectId));
  return Array.isArray(found) ? found.filter((path) => typeof path === 'string').slice(0, mostOpen) : [];
}

export interface FileTree {
  rows: FileTreeRows;
  expanded: ReadonlySet<string>;
  setOpen(path: string, isOpen: boolean): void;
  /** Opens the folders a path lies in. */
  openAbove(path: string): void;
  onRange(first: number, last: number): void;
  entryOf(path: string): FileEntry | undefined;
  order: FileOrder;
  setOrder(order: FileOrder): void;
  isRead: boolean;
  isReading: boolean;
  failure: string | undefined;
  retry(): void;
}

/**
 * The folders of a project as a tree: each is read when it is opened, as far as it is looked at, and again when
 * something in it changes.
 */
export function useFileTree(projectId: string): FileTree {
  const store = folderStoreOf(projectId);
  const [open, setOpenList] = useState<ReadonlySet<string>>(() => new Set(readOpen(projectId)));
  const state = useStore(store.state);
  const { windows, failures, reading } = state;
  const cut = fileClipboard((clipboard) => clipboard.cut);
  const rows = useMemo(() => {
    const model = { root, windows, failures, reading, open, cut };
    return fileTreeRows(model, (first, last) => readIds(store, open, first, last));
  }, [store, windows, failures, reading, open, cut]);
  useLive(projectId, store, open);
  useEffect(() => {
    store.setKept((path) => [...open].filter((child) => folderOf(child) === path));
    store.look(root, 0, pageSize - 1);
    for (const path of open) {
      const isShown = rows.indexOf(path) !== -1;
      if (isShown && !windows.has(path) && !failures.has(path)) store.look(path, 0, pageSize - 1);
    }
  }, [store, open, rows, windows, failures]);
  const keepOpen = (next: ReadonlySet<string>) => {
    setOpenList(next);
    writeStored(openKey(projectId), [...next].slice(-mostOpen));
  };
  return {
    rows,
    expanded: open,
    setOpen: (path, isOpen) => {
      const next = new Set(open);
      if (isOpen) next.add(path);
      else next.delete(path);
      // What was read when it was open before is shown until it is read anew.
      if (isOpen && windows.has(path)) void store.refresh(path);
      keepOpen(next);
    },
    openAbove: (path) => keepOpen(new Set([...open, ...above(path).filter((folder) => folder !== root)])),
    onRange: useCallback(
      (first, last) => {
        for (const span of rows.spans(first, last)) store.look(span.path, span.first, span.last);
      },
      [rows, store],
    ),
    entryOf: (path) => {
      const window = windows.get(folderOf(path));
      return window && entryAt(window, placeOf(window, path));
    },
    order: state.order,
    setOrder: (order) => store.setOrder(order),
    isRead: windows.has(root),
    isReading: reading.has(root),
    failure: failures.get(root),
    retry: () => {
      for (const path of [root, ...open]) void store.refresh(path);
    },
  };
}

/**
 * Reads all rows of a range and gives their ids in order. Rows may come and go meanwhile; what is there at the end
 * counts.
 */
async function readIds(
  store: FolderStore,
  open: ReadonlySet<string>,
  first: number,
  last: number,
): Promise<readonly string[]> {
  const rowsNow = () => fileTreeRows({ root, ...store.state.getState(), open, cut: new Set() });
  for (const span of rowsNow().spans(first, last)) await store.readAll(span.path, span.first, span.last);
  const rows = rowsNow();
  const ids: string[] = [];
  for (let index = first; index <= Math.min(last, rows.length - 1); index += 1) {
    const node = rows.at(index)?.node;
    if (node && !node.isPending) ids.push(node.id);
  }
  return ids;
}

/**
 * Folders are read anew when the server says that they changed, when the connection is back, and when they are shown
 * again.
 */
function useLive(projectId: string, store: FolderStore, open: ReadonlySet<string>): void {
  const refreshAll = useCallback(() => {
    for (const path of store.state.getState().windows.keys()) void store.refresh(path);
  }, [store]);
  useEffect(() => {
    refreshAll();
    return onRoomReturn(refreshAll);
  }, [refreshAll]);
  useRoomMessage(
    'Files_Changed',
    useCallback(
      (message: RoomMessage) => {
        const folders = message['folders'];
        if (!Array.isArray(folders)) return refreshAll();
        for (const path of foldersToRead(folders as string[], store.state.getState().windows)) void store.refresh(path);
      },
      [store, refreshAll],
    ),
  );
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const watch = async (): Promise<void> => {
      const seconds = await api
        .call(calls.watchFolders, { params: { projectId }, body: { paths: [root, ...open].slice(0, mostOpen) } })
        .then(
          ({ leaseSeconds }) => leaseSeconds / 2,
          () => 10,
        );
      if (!isOver)
        timer = setTimeout(() => {
          void watch();
        }, seconds * 1_000);
    };
    void watch();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [projectId, open]);
}
