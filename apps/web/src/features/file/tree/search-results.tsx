import { file as calls } from '@groma/protocol';
import { EmptyState, ErrorState, SearchIcon, SkeletonRows, useDebouncedValue } from '@groma/ui';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { useStore } from 'zustand';
import { api, errorText } from '../../../platform/api.ts';
import { useRoomMessage } from '../../../platform/project-room.ts';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import type { FileEntry } from '../entry/file-calls.ts';
import { fileClipboard } from '../entry/file-clipboard.ts';
import { fileTreeRows, nodeOf, type FileTreeRows } from './file-tree-rows.ts';
import { FolderStore } from '../folder/folder-store.ts';
import { pageSize, type FolderWindow } from '../folder/folder-window.ts';
import type { FileSearch } from './search-field.tsx';

const none: ReadonlySet<string> = new Set();
const noMap: ReadonlyMap<string, string> = new Map();
const noWindows: ReadonlyMap<string, FolderWindow> = new Map();
const nothing = () => undefined;
/** Longer than between two letters of somebody who types. */
const pauseMs = 200;

interface ResultProps {
  search: FileSearch;
  folder: string;
  children: (rows: FileTreeRows, onRange: (first: number, last: number) => void) => ReactNode;
}

/** What the words of a search find. */
export function SearchResults({ search, folder, children }: ResultProps) {
  const [text] = useDebouncedValue(search.text.trim(), pauseMs);
  if (text === '') return null;
  return search.scope === 'all' ? (
    <AllResults text={text}>{children}</AllResults>
  ) : (
    <FolderResults key={`${folder}\n${text}`} text={text} folder={folder}>
      {children}
    </FolderResults>
  );
}

function AllResults({ text, children }: { text: string; children: ResultProps['children'] }) {
  const t = useText();
  const projectId = useProject().id;
  const cut = fileClipboard((clipboard) => clipboard.cut);
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['file-search', projectId, text],
    queryFn: ({ signal }) => api.call(calls.searchFiles, { params: { projectId }, query: { query: text }, signal }),
    staleTime: 0,
    placeholderData: (before) => before,
  });
  useRoomMessage(
    'Files_Changed',
    useCallback(() => {
      void refetch();
    }, [refetch]),
  );
  const rows = useMemo(() => rowsOf(data?.data ?? [], cut), [data, cut]);
  if (error && !data)
    return (
      <ErrorState
        title={t('file.search.failed')}
        onRetry={() => {
          void refetch();
        }}
        isRetrying={isFetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  if (!data) return <SkeletonRows rows={6} />;
  if (data.data.length === 0) return <NothingFound text={text} />;
  return (
    <>
      {children(rows, nothing)}
      <p className="file-search-count" role="status">
        {t(data.isCut ? 'file.search.cut' : 'file.search.count', { count: data.data.length })}
      </p>
    </>
  );
}

function FolderResults({
  text,
  folder,
  children,
}: {
  text: string;
  folder: string;
  children: ResultProps['children'];
}) {
  const t = useText();
  const projectId = useProject().id;
  const store = useMemo(() => new FolderStore(projectId, text), [projectId, text]);
  const { windows, failures, reading } = useStore(store.state);
  const cut = fileClipboard((clipboard) => clipboard.cut);
  const readIds = useCallback(
    async (first: number, last: number) => {
      await store.readAll(folder, first, last);
      const read = fileTreeRows({ root: folder, ...store.state.getState(), open: none, cut: none });
      return Array.from({ length: last - first + 1 }, (_, index) => read.at(first + index)?.node).flatMap((node) =>
        node && !node.isPending ? [node.id] : [],
      );
    },
    [store, folder],
  );
  const rows = useMemo(
    () => fileTreeRows({ root: folder, windows, failures, reading, open: none, cut }, readIds),
    [folder, windows, failures, reading, cut, readIds],
  );
  useEffect(() => store.look(folder, 0, pageSize - 1), [store, folder]);
  useRoomMessage(
    'Files_Changed',
    useCallback(() => {
      void store.refresh(folder);
    }, [store, folder]),
  );
  const onRange = useCallback((first: number, last: number) => store.look(folder, first, last), [store, folder]);
  const failure = failures.get(folder);
  if (failure !== undefined)
    return (
      <ErrorState
        title={t('file.search.failed')}
        onRetry={() => {
          void store.refresh(folder);
        }}
      >
        {failure}
      </ErrorState>
    );
  if (!windows.has(folder)) return <SkeletonRows rows={6} />;
  if (rows.length === 0) return <NothingFound text={text} />;
  return (
    <>
      {children(rows, onRange)}
      <p className="file-search-count" role="status">
        {t('file.search.count', { count: rows.length })}
      </p>
    </>
  );
}

function NothingFound({ text }: { text: string }) {
  const t = useText();
  return <EmptyState icon={<SearchIcon size={18} />} title={t('file.search.none', { text })} />;
}

/** A list of entries as rows without depth. */
function rowsOf(entries: readonly FileEntry[], cut: ReadonlySet<string>): FileTreeRows {
  const places = new Map(entries.map(({ path }, index) => [path, index]));
  return {
    length: entries.length,
    spans: () => [],
    indexOf: (id) => places.get(id) ?? -1,
    at: (index) => {
      const entry = entries[index];
      if (!entry) return undefined;
      const node = {
        ...nodeOf({ failures: noMap, reading: none, windows: noWindows, open: none, cut }, entry),
        isExpandable: false,
      };
      return {
        node,
        depth: 0,
        parentId: null,
        position: index + 1,
        siblings: entries.length,
        isExpandable: false,
        isExpanded: false,
      };
    },
  };
}
