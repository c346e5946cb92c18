import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { errorText } from '../../platform/api.ts';
import { useRoomMessage } from '../../platform/project-room.ts';
import { readStored, writeStored } from '../../platform/stored.ts';
import { listFolder, listingKey, refreshFiles, root } from './file-calls.ts';
import { buildTree, type FileNode, type Listing } from './file-tree.ts';

const openKey = (projectId: string) => `groma.folders.${projectId}`;

/** The folders that were open in this project when the person was last here. */
function readOpen(projectId: string): string[] {
  const found = readStored(openKey(projectId));
  return Array.isArray(found) ? found.filter((path) => typeof path === 'string') : [];
}

export interface FileTree {
  nodes: FileNode[];
  expanded: ReadonlySet<string>;
  setOpen(path: string, isOpen: boolean): void;
  rootListing: Listing;
  retryRoot(): void;
}

/** The folders of a project as a tree: each is read when it is opened, and again when something in the project changes. */
export function useFileTree(projectId: string): FileTree {
  const [open, setOpenList] = useState<readonly string[]>(() => readOpen(projectId));
  const folders = useMemo(() => [root, ...open], [open]);
  const listings = useQueries({
    queries: folders.map((path) => ({ queryKey: listingKey(projectId, path), queryFn: () => listFolder(projectId, path) })),
    combine: (results) => new Map(results.map(({ data, isLoading, error }, index): [string, Listing] => [
      folders[index] ?? root, { entries: data, isLoading, failure: error ? errorText(error) : undefined },
    ])),
  });
  const refresh = useCallback(() => { void refreshFiles(projectId); }, [projectId]);
  useRoomMessage('Files_Changed', refresh);
  const setOpen = (path: string, isOpen: boolean) => {
    const next = isOpen ? [...new Set([...open, path])] : open.filter((other) => other !== path);
    setOpenList(next);
    writeStored(openKey(projectId), next);
  };
  return {
    nodes: useMemo(() => buildTree(root, listings), [listings]),
    expanded: useMemo(() => new Set(open), [open]),
    setOpen, retryRoot: refresh,
    rootListing: listings.get(root) ?? { isLoading: true },
  };
}
