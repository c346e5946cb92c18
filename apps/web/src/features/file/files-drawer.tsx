import {
  Button,
  DotsIcon,
  EmptyState,
  ErrorState,
  FolderIcon,
  IconButton,
  Menu,
  PlusIcon,
  RefreshIcon,
  SearchIcon,
  SkeletonRows,
  TrashIcon,
  UploadIcon,
  type MenuEntry,
} from '@groma/ui';
import { useEffect, useRef, useState } from 'react';
import { DrawerHeader } from '../../platform/frame/drawer-header.tsx';
import { useCan, useProject } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { act, menuEntry, menuOf } from '../../registry/menu-entry.ts';
import type { DrawerProps } from '../../registry/drawer.ts';
import { uploadTo } from './transfer/choose-uploads.ts';
import { reasonAgainst } from './entry/reason-against.ts';
import { fetchFileActs, fileCommands } from './file-commands.ts';
import { fileMenu, folderEntries, pasteEntry } from './file-menu.ts';
import { FileOriginMark } from './origin/file-origin-mark.tsx';
import type { FileRowsParts } from './tree/file-rows-parts.ts';
import { folderOf, root } from './entry/file-path.ts';
import { FileRows } from './tree/file-rows.tsx';
import { SearchField, type FileSearch } from './tree/search-field.tsx';
import { SearchResults } from './tree/search-results.tsx';
import { SortHeader } from './tree/sort-header.tsx';
import { useFileTree, type FileTree } from './tree/use-file-tree.ts';
import { TrashView } from './trash/trash-view.tsx';
import { carriesFiles, readDropped } from '../../platform/dropped-files.ts';
import { TransferList } from './transfer/transfer-list.tsx';
import { UsageFoot } from './usage/usage-foot.tsx';
import './files-drawer.css';

const { paste, rename, remove } = fileCommands;
const rowsParts: FileRowsParts = {
  fileMenu,
  folderEntries,
  pasteEntry,
  paste,
  rename,
  remove,
  upload: uploadTo,
  FileMark: FileOriginMark,
};

/**
 * The files and folders of the project (FIL-001). Files of the desktop are dropped on it; its rows are dragged to maps.
 */
export function Drawer({ close }: DrawerProps) {
  const projectId = useProject().id;
  useEffect(fetchFileActs, []);
  const [isTrash, setTrash] = useState(false);
  return (
    <div className="files-drawer">
      {isTrash ? (
        <TrashView onBack={() => setTrash(false)} onClose={close} />
      ) : (
        <FilesView key={projectId} projectId={projectId} onClose={close} onTrash={() => setTrash(true)} />
      )}
      <TransferList />
      <UsageFoot onTrash={() => setTrash(true)} />
    </div>
  );
}

interface FilesViewProps {
  projectId: string;
  onClose: () => void;
  onTrash: () => void;
}

function FilesView({ projectId, onClose, onTrash }: FilesViewProps) {
  const t = useText();
  const tree = useFileTree(projectId);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [search, setSearch] = useState<FileSearch | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const folder = folderOfSelection(tree, selected);
  const find = () => {
    setSearch((present) => present ?? { text: '', scope: 'all' });
    field.current?.focus();
  };
  const focusRows = () => body.current?.querySelector<HTMLElement>('[role="tree"]')?.focus();
  const rowProps = {
    parts: rowsParts,
    selected,
    onSelect: setSelected,
    onFind: find,
    expanded: tree.expanded,
    onToggle: tree.setOpen,
    openAbove: (path: string) => {
      tree.openAbove(path);
      setSearch(null);
    },
  };
  const isSearching = search !== null && search.text.trim() !== '';
  return (
    <>
      <DrawerHeader title={t('file.files')} onClose={onClose}>
        <IconButton
          label={t('file.search.label')}
          shortcut="Ctrl+F"
          icon={<SearchIcon />}
          active={search !== null}
          onClick={() => (search ? setSearch(null) : find())}
        />
        <HeaderMenus tree={tree} folder={folder} onTrash={onTrash} />
      </DrawerHeader>
      {search && (
        <SearchField
          search={search}
          folder={folder}
          field={field}
          onSearch={setSearch}
          onDown={focusRows}
          onClose={() => {
            setSearch(null);
            focusRows();
          }}
        />
      )}
      <div className="files-drawer-body" data-sort={tree.order.sort} ref={body}>
        {isSearching ? (
          <SearchResults search={search} folder={folder}>
            {(rows, onRange) => (
              <FileRows
                {...rowProps}
                key="search"
                label={t('file.search.results')}
                rows={rows}
                onRange={onRange}
                withFolder
                folder={search.scope === 'folder' ? folder : root}
              />
            )}
          </SearchResults>
        ) : (
          <FilesBody tree={tree} rowProps={rowProps} />
        )}
      </div>
      {selected.size > 1 && (
        <p className="file-selected" role="status">
          {t('file.selectedCount', { count: selected.size })}
        </p>
      )}
    </>
  );
}

/** Where new things go: into the one chosen folder, beside the one chosen file, else to the root. */
function folderOfSelection(tree: FileTree, selected: ReadonlySet<string>): string {
  const [only] = selected;
  if (only === undefined || selected.size > 1) return root;
  return tree.entryOf(only)?.isDir ? only : folderOf(only);
}

function HeaderMenus({ tree, folder, onTrash }: { tree: FileTree; folder: string; onTrash: () => void }) {
  const t = useText();
  const { uploadFiles, uploadFolder, newFolder, newFile, generateImage, connectDrive } = fileCommands;
  const uploads = menuOf([menuEntry(uploadFiles, { folder }), menuEntry(uploadFolder, { folder })]);
  const making = menuOf([
    menuEntry(newFolder, { folder }),
    menuEntry(newFile, { folder }),
    menuEntry(generateImage, { folder }),
  ]);
  // What the drawer itself shows is no command.
  const more: MenuEntry[] = [
    { key: 'refresh', label: t('file.refresh'), icon: <RefreshIcon />, onSelect: tree.retry },
    { key: 'trash', label: t('file.trash.title'), icon: <TrashIcon />, onSelect: onTrash },
    ...menuOf([menuEntry(connectDrive, undefined)]),
  ];
  const uploadReason = reasonAgainst('upload');
  const makeReason = reasonAgainst('create');
  return (
    <>
      {uploadReason === undefined ? (
        <Menu items={uploads} target={<IconButton label={t('file.upload.title')} icon={<UploadIcon />} />} />
      ) : (
        <IconButton label={t('file.upload.title')} icon={<UploadIcon />} disabledReason={uploadReason} />
      )}
      {makeReason === undefined ? (
        <Menu items={making} target={<IconButton label={t('file.new')} icon={<PlusIcon />} />} />
      ) : (
        <IconButton label={t('file.new')} icon={<PlusIcon />} disabledReason={makeReason} />
      )}
      <Menu items={more} target={<IconButton label={t('file.more')} icon={<DotsIcon />} />} />
    </>
  );
}

type RowProps = Omit<Parameters<typeof FileRows>[0], 'label' | 'rows' | 'onRange'>;

function FilesBody({ tree, rowProps }: { tree: FileTree; rowProps: RowProps }) {
  const t = useText();
  if (tree.failure !== undefined && !tree.isRead)
    return (
      <ErrorState title={t('file.listFailed')} onRetry={tree.retry} isRetrying={tree.isReading}>
        {tree.failure}
      </ErrorState>
    );
  if (!tree.isRead) return <SkeletonRows rows={5} />;
  if (tree.rows.length === 0) return <NoFiles />;
  return (
    <>
      <SortHeader order={tree.order} onOrder={tree.setOrder} />
      <FileRows
        {...rowProps}
        key={`${tree.order.sort}${tree.order.descending}`}
        label={t('file.files')}
        rows={tree.rows}
        onRange={tree.onRange}
      />
    </>
  );
}

/** Nothing is here yet; a drop on it is an upload all the same. */
function NoFiles() {
  const t = useText();
  const mayUpload = useCan('upload', 'file');
  const [isOver, setOver] = useState(false);
  return (
    <div
      className="files-drawer-empty"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!mayUpload || !carriesFiles(event.dataTransfer)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!mayUpload || !carriesFiles(event.dataTransfer)) return;
        event.preventDefault();
        void readDropped(event.dataTransfer).then((files) => uploadTo(root, files));
      }}
    >
      <EmptyState
        icon={<FolderIcon size={18} />}
        title={t('file.empty')}
        action={
          mayUpload && (
            <Button icon={<UploadIcon />} onClick={() => act(fileCommands.uploadFiles, { folder: root })}>
              {t('file.upload.files')}
            </Button>
          )
        }
      >
        {t(mayUpload ? 'file.emptyText' : 'file.emptyTextViewer')}
      </EmptyState>
    </div>
  );
}
