import { TreeView, useInterface, type TreeHandle } from '@groma/ui';
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useCan, useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { carriesProjectFiles, putFiles, takeFiles } from '../../../registry/file-drag.ts';
import { act, line, menuOf } from '../../../registry/menu-entry.ts';
import { copyInto, mayMoveInto, moveInto } from '../action/move-files.ts';
import { openFile } from '../action/file-actions.tsx';
import { clearClipboard, fileClipboard, keepForPaste } from '../entry/file-clipboard.ts';
import { lendTree } from '../entry/shown-files.ts';
import { FileNodeIcon } from '../entry/file-icon.tsx';
import type { FileRowsParts } from './file-rows-parts.ts';
import { draggedFile, folderOf, root, type FileNode } from '../entry/file-path.ts';
import { carriesFiles, readDropped } from '../../../platform/dropped-files.ts';
import { FileColumns } from './file-columns.tsx';
import type { FileTreeRows } from './file-tree-rows.ts';
import { setDragCount } from './drag-count.ts';
import { useClipboard } from './use-clipboard.ts';

export interface FileRowsProps {
  parts: FileRowsParts;
  label: string;
  rows: FileTreeRows;
  /** The folder that the ground below the rows stands for. */
  folder?: string;
  expanded: ReadonlySet<string>;
  onToggle(path: string, isOpen: boolean): void;
  /** Opens the folders a path lies in, so that it can be shown. */
  openAbove(path: string): void;
  onRange(first: number, last: number): void;
  selected: ReadonlySet<string>;
  onSelect(paths: ReadonlySet<string>): void;
  /** A search shows where each row lies. */
  withFolder?: boolean;
  onFind(): void;
}

/** Rows of files with all that can be done to them: by menu, keys, drag and drop. */
export function FileRows({
  parts,
  label,
  rows,
  folder = root,
  expanded,
  onToggle,
  openAbove,
  onRange,
  selected,
  onSelect,
  withFolder = false,
  onFind,
}: FileRowsProps) {
  const t = useText();
  const { direction } = useInterface();
  const projectId = useProject().id;
  const may = {
    update: useCan('update', 'file'),
    remove: useCan('delete', 'file'),
    upload: useCan('upload', 'file'),
    copy: useCan('duplicate', 'file'),
  };
  const handle = useRef<TreeHandle>(null);
  const host = useRef<HTMLDivElement>(null);
  const dragged = useRef<readonly string[]>([]);
  const [shown, setShown] = useState<readonly string[]>([]);
  useReveal(rows, shown, setShown, handle);

  const nodeOf = (path: string): FileNode => {
    const node = rows.at(rows.indexOf(path))?.node;
    return (
      node ?? {
        id: path,
        name: path.slice(path.lastIndexOf('/') + 1),
        isDir: expanded.has(path),
        bytes: null,
        size: null,
        lastModified: '',
        isExpandable: false,
      }
    );
  };
  const chosenWith = (node: FileNode) => (selected.has(node.id) ? [...selected].map(nodeOf) : [node]);
  const pathsWith = (node: FileNode) => (selected.has(node.id) ? [...selected] : [node.id]);
  const show = (paths: readonly string[]) => {
    const [first] = paths;
    if (first === undefined) return;
    openAbove(first);
    onSelect(new Set(paths));
    setShown(paths);
  };
  const latestTree = useRef({ show, openAbove });
  useEffect(() => {
    latestTree.current = { show, openAbove };
  });
  useEffect(
    () =>
      lendTree({
        show: (paths) => latestTree.current.show(paths),
        openAbove: (path) => latestTree.current.openAbove(path),
      }),
    [],
  );

  // The row that the keys of the clipboard meant, which need not be a chosen one.
  const focused = useRef<FileNode | null>(null);
  const onKey = (event: KeyboardEvent, node: FileNode | null): boolean => {
    focused.current = node;
    if (event.key === 'Escape' && fileClipboard.getState().cut.size > 0) return (clearClipboard(), true);
    if (event.key === '/' || (isCommand(event) && event.key.toLowerCase() === 'f')) return (onFind(), true);
    return false;
  };
  const pasteTarget = () => (focused.current ? holderOf(focused.current) : folder);
  useClipboard(host, {
    take: (isCut) => {
      if (!focused.current || !(isCut ? may.update : may.copy)) return undefined;
      const paths = pathsWith(focused.current);
      keepForPaste(projectId, paths, isCut);
      return paths.join('\n');
    },
    pasteFiles: (data) => {
      if (!may.upload) return false;
      const into = pasteTarget();
      void readDropped(data).then((files) => parts.upload(into, files));
      return true;
    },
    pasteOwn: () => {
      if (!may.update || fileClipboard.getState().paths.length === 0) return false;
      act(parts.paste, { folder: pasteTarget() });
      return true;
    },
  });
  const drop = (data: DataTransfer, target: FileNode | null, isCopy: boolean) => {
    const into = target?.id ?? folder;
    if (carriesFiles(data)) return void readDropped(data).then((files) => parts.upload(into, files));
    const paths = takeFiles(data).map(({ path }) => path);
    void (isCopy ? copyInto(paths, into) : moveInto(paths, into)).then(show);
  };
  const canDrop = (target: FileNode | null, data: DataTransfer, draggedId: string | null): boolean => {
    if (carriesFiles(data)) return may.upload;
    if (!may.update || !carriesProjectFiles(data)) return false;
    const into = target?.id ?? folder;
    // Of a drag from elsewhere nothing can be read before the drop.
    return draggedId === null || dragged.current.some((path) => mayMoveInto(path, into));
  };
  return (
    <div className="file-rows" data-direction={direction} data-found={withFolder || undefined} ref={host}>
      <TreeView<FileNode>
        handle={handle}
        label={label}
        rows={rows}
        expanded={expanded}
        onToggle={onToggle}
        multiple
        selected={selected}
        onSelect={onSelect}
        onSelectMany={onSelect}
        onRange={onRange}
        onKey={onKey}
        onActivate={(node) => {
          if (node.isDir && !withFolder) return false;
          if (node.isDir) show([node.id]);
          else openFile({ path: node.id, bytes: node.bytes });
          return true;
        }}
        renderIcon={(node, { isExpanded }) => <FileNodeIcon node={node} isExpanded={isExpanded} />}
        renderEnd={(node) => (
          <>
            {!node.isDir && <parts.FileMark path={node.id} />}
            <FileColumns node={node} withFolder={withFolder} />
          </>
        )}
        contextMenu={(node) => parts.fileMenu(node, chosenWith(node))}
        groundMenu={() => menuOf([...parts.folderEntries(folder), line('line'), parts.pasteEntry(folder)])}
        onRename={may.update ? ({ id: path }) => act(parts.rename, { path }) : undefined}
        onDelete={may.remove ? (node) => act(parts.remove, { paths: pathsWith(node) }) : undefined}
        onDragStart={(node, data) => {
          const chosen = chosenWith(node);
          dragged.current = chosen.map(({ id }) => id);
          putFiles(data, chosen.map(draggedFile));
          if (chosen.length > 1) setDragCount(data, t('file.dragCount', { count: chosen.length }));
        }}
        onDropInto={drop}
        canDropInto={canDrop}
      />
    </div>
  );
}

function isCommand({ ctrlKey, metaKey }: { ctrlKey: boolean; metaKey: boolean }): boolean {
  return ctrlKey || metaKey;
}

/** The folder that takes what is pasted at a row. */
function holderOf(node: FileNode): string {
  return node.isDir ? node.id : folderOf(node.id);
}

const revealMs = 4_000;

/** Brings what was just made into sight as soon as its row is there; gives up when it does not come. */
function useReveal(
  rows: FileTreeRows,
  shown: readonly string[],
  setShown: (paths: readonly string[]) => void,
  handle: { current: TreeHandle | null },
): void {
  const wanted = useMemo(() => shown[0], [shown]);
  const stop = useCallback(() => setShown([]), [setShown]);
  useEffect(() => {
    if (wanted === undefined) return undefined;
    if (handle.current?.reveal(wanted)) {
      handle.current.focus();
      stop();
    }
    const timer = setTimeout(stop, revealMs);
    return () => clearTimeout(timer);
  }, [rows, wanted, stop, handle]);
}
