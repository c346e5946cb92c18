import { Button, EmptyState, ErrorState, FolderIcon, FolderPlusIcon, IconButton, RefreshIcon, SkeletonRows, TreeView, UploadIcon } from '@groma/ui';
import { useMemo, useState, type DragEvent } from 'react';
import { DrawerHeader } from '../../platform/frame/drawer-header.tsx';
import { useCan, useProject } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import type { DrawerProps } from '../../registry/drawer.ts';
import { putFiles } from '../../registry/file-drag.ts';
import { chooseAndUpload, deleteFiles, moveInto, newFolder, openFile, renameFile, uploadTo } from './file-actions.tsx';
import { root } from './file-calls.ts';
import { FileNodeIcon } from './file-icon.tsx';
import { fileMenu } from './file-menu.tsx';
import { draggedFile, folderOf, type FileNode } from './file-tree.ts';
import { carriesFiles, readDropped } from './upload/dropped-files.ts';
import { UploadList } from './upload/upload-list.tsx';
import { useFileTree, type FileTree } from './use-file-tree.ts';
import './files-drawer.css';

/** The files and folders of the project (FIL-001). Files of the desktop are dropped on it; its rows are dragged to maps. */
export function Drawer({ close }: DrawerProps) {
  const t = useText();
  const projectId = useProject().id;
  const tree = useFileTree(projectId);
  const mayUpload = useCan('upload', 'file');
  const mayMake = useCan('create', 'file');
  const [isOver, setOver] = useState(false);
  const drop = async (event: DragEvent, folder: string) => {
    setOver(false);
    if (!mayUpload || !carriesFiles(event.dataTransfer)) return;
    event.preventDefault();
    uploadTo(folder, await readDropped(event.dataTransfer));
  };
  return (
    <div
      className="files-drawer" data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!mayUpload || !carriesFiles(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => { if (!event.currentTarget.contains(event.relatedTarget as Element | null)) setOver(false); }}
      onDrop={(event) => { void drop(event, root); }} onDropCapture={() => setOver(false)}
    >
      <DrawerHeader title={t('file.files')} onClose={close}>
        {mayUpload && <IconButton label={t('file.upload')} icon={<UploadIcon />} onClick={() => { void chooseAndUpload(); }} />}
        {mayMake && <IconButton label={t('file.newFolder')} icon={<FolderPlusIcon />} onClick={() => { void newFolder(root); }} />}
        <IconButton label={t('file.refresh')} icon={<RefreshIcon />} onClick={tree.retryRoot} />
      </DrawerHeader>
      <div className="files-drawer-body"><FilesBody tree={tree} mayUpload={mayUpload} /></div>
      <UploadList />
    </div>
  );
}

function FilesBody({ tree, mayUpload }: { tree: FileTree; mayUpload: boolean }) {
  const t = useText();
  const { entries, failure, isLoading } = tree.rootListing;
  if (failure !== undefined && !entries) return <ErrorState title={t('file.listFailed')} onRetry={tree.retryRoot} isRetrying={isLoading}>{failure}</ErrorState>;
  if (!entries) return <SkeletonRows rows={5} />;
  if (entries.length === 0) {
    return (
      <EmptyState icon={<FolderIcon size={18} />} title={t('file.empty')} action={mayUpload && <Button icon={<UploadIcon />} onClick={() => { void chooseAndUpload(); }}>{t('file.upload')}</Button>}>
        {t(mayUpload ? 'file.emptyText' : 'file.emptyTextViewer')}
      </EmptyState>
    );
  }
  return <Files tree={tree} mayUpload={mayUpload} />;
}

function Files({ tree, mayUpload }: { tree: FileTree; mayUpload: boolean }) {
  const t = useText();
  const mayMove = useCan('update', 'file');
  const mayDelete = useCan('delete', 'file');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const byId = useMemo(() => indexNodes(tree.nodes), [tree.nodes]);
  const chosenWith = (node: FileNode) => (selected.has(node.id) ? [...selected].flatMap((id) => byId.get(id) ?? []) : [node]);
  return (
    <TreeView
      label={t('file.files')} nodes={tree.nodes} expanded={tree.expanded} onToggle={(id, isOpen) => tree.setOpen(id, isOpen)} multiple selected={selected} onSelect={setSelected}
      onActivate={(node) => {
        if (node.isDir) return false;
        openFile({ path: node.id, bytes: node.bytes });
        return true;
      }}
      renderIcon={(node, { isExpanded }) => <FileNodeIcon node={node} isExpanded={isExpanded} />}
      renderEnd={(node) => node.size !== null && <span className="g-tree-count">{node.size}</span>}
      contextMenu={(node) => fileMenu(node, chosenWith(node), (path) => tree.setOpen(folderOf(path), true))}
      onRename={mayMove ? renameFile : undefined} onDelete={mayDelete ? (node) => { void deleteFiles(chosenWith(node)); } : undefined}
      onDragStart={(node, data) => putFiles(data, chosenWith(node).map(draggedFile))}
      onMove={mayMove ? (id, targetId, position) => {
        const node = byId.get(id);
        if (node) void moveInto(chosenWith(node).map((chosen) => chosen.id), position === 'inside' ? targetId : folderOf(targetId));
      } : undefined}
      canDrop={(node, target, position) => (position === 'inside' ? target.isDir : folderOf(target.id) !== folderOf(node.id))}
      onDropData={mayUpload ? (data, target, position) => {
        const folder = target.isDir && position === 'inside' ? target.id : folderOf(target.id);
        void readDropped(data).then((files) => uploadTo(folder, files));
      } : undefined}
    />
  );
}

function indexNodes(nodes: readonly FileNode[], found = new Map<string, FileNode>()): Map<string, FileNode> {
  for (const node of nodes) {
    found.set(node.id, node);
    if (node.children) indexNodes(node.children, found);
  }
  return found;
}
