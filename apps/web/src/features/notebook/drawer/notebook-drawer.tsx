import {
  Button,
  DotsIcon,
  EmptyState,
  ErrorState,
  FileImportIcon,
  FileZipIcon,
  IconButton,
  Menu,
  NotebookIcon,
  PlusIcon,
  SkeletonRows,
  TreeView,
  type MenuEntry,
} from '@groma/ui';
import { useEffect, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { DrawerHeader } from '../../../platform/frame/drawer-header.tsx';
import { useCan, useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { KeptRenameDialog } from '../../../platform/unsaved/kept-rename-dialog.tsx';
import { openDialog } from '../../../registry/dialog.ts';
import type { DrawerProps } from '../../../registry/drawer.ts';
import { useActivePanel } from '../../../registry/panel.ts';
import { CreateDialog } from './create-dialog.tsx';
import { chooseFiles } from './choose-files.ts';
import { downloadNotebook, downloadNotebooks } from './download-notebook.ts';
import { fetchPanelSoon } from './fetch-panel.ts';
import { importNotebooks } from './import-notebooks.ts';
import { ImportZone } from './import-zone.tsx';
import { deleteNotebook, duplicateNotebook, openNotebook, renameNotebook } from './notebook-actions.ts';
import { panelIdOf, useNotebooks } from './notebook-list.ts';

interface Row {
  id: string;
  name: string;
}

const none: ReadonlySet<string> = new Set();
/** Any name that is not blank; its length is the server's to judge. */
const anyName = /\S/;

/** The notebooks of the project. */
export function Drawer({ close }: DrawerProps) {
  const t = useText();
  const mayCreate = useCan('create', 'notebook');
  const { id: projectId } = useProject();
  useEffect(fetchPanelSoon, []);
  const create = () => openDialog(CreateDialog);
  const take = (files: File[]) => {
    void importNotebooks(projectId, files);
  };
  const more: MenuEntry[] = [
    ...(mayCreate
      ? [
          {
            key: 'import',
            label: t('notebook.import.choose'),
            icon: <FileImportIcon />,
            onSelect: () => chooseFiles(take),
          },
        ]
      : []),
    {
      key: 'all',
      label: t('notebook.downloadAll'),
      icon: <FileZipIcon />,
      onSelect: () => {
        void downloadNotebooks(projectId);
      },
    },
  ];
  return (
    <>
      <DrawerHeader title={t('notebook.notebooks')} onClose={close}>
        {mayCreate && <IconButton label={t('notebook.create')} icon={<PlusIcon />} onClick={create} />}
        <Menu
          items={more}
          position="bottom-end"
          target={<IconButton label={t('notebook.more')} icon={<DotsIcon />} />}
        />
      </DrawerHeader>
      <ImportZone isOpen={mayCreate} onFiles={take}>
        <List onCreate={mayCreate ? create : undefined} />
      </ImportZone>
    </>
  );
}

function List({ onCreate }: { onCreate: (() => void) | undefined }) {
  const t = useText();
  const { id: projectId } = useProject();
  const { data, error, refetch, isRefetching } = useNotebooks(projectId);
  const [renamed, setRenamed] = useState<Row | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(none);
  const may = {
    update: useCan('update', 'notebook'),
    delete: useCan('delete', 'notebook'),
    duplicate: useCan('duplicate', 'notebook'),
  };
  const active = useActivePanel()?.id;
  if (error && !data)
    return (
      <ErrorState
        title={t('notebook.listFailed')}
        onRetry={() => {
          void refetch();
        }}
        isRetrying={isRefetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  if (!data) return <SkeletonRows rows={6} withIcon />;
  if (data.length === 0) {
    return (
      <EmptyState
        icon={<NotebookIcon size={18} />}
        title={t('notebook.none')}
        action={
          onCreate && (
            <Button size="s" icon={<PlusIcon size={14} />} onClick={onCreate}>
              {t('notebook.create')}
            </Button>
          )
        }
      >
        {t('notebook.noneHint')}
      </EmptyState>
    );
  }
  const remove = (row: Row) => {
    void deleteNotebook(projectId, row);
  };
  const contextMenu = (row: Row): MenuEntry[] =>
    selected.size > 1 && selected.has(row.id) ? severalMenu() : oneMenu(row);
  const severalMenu = (): MenuEntry[] => [
    {
      key: 'download',
      label: t('notebook.downloadSeveral', { count: selected.size }),
      icon: <FileZipIcon />,
      onSelect: () => {
        void downloadNotebooks(projectId, [...selected]);
      },
    },
  ];
  const oneMenu = (row: Row): MenuEntry[] => [
    { key: 'open', label: t('notebook.open'), shortcut: 'Enter', onSelect: () => openNotebook(row) },
    ...(may.update
      ? [{ key: 'rename', label: t('notebook.rename'), shortcut: 'F2', onSelect: () => setRenamed(row) }]
      : []),
    ...(may.duplicate
      ? [
          {
            key: 'duplicate',
            label: t('notebook.duplicate'),
            onSelect: () => {
              void duplicateNotebook(projectId, row);
            },
          },
        ]
      : []),
    {
      key: 'download',
      label: t('notebook.downloadAs'),
      items: (['ipynb', 'py', 'html'] as const).map((form) => ({
        key: form,
        label: t(`notebook.form.${form}`),
        onSelect: () => {
          void downloadNotebook(projectId, row, form);
        },
      })),
    },
    ...(may.delete
      ? [
          { key: 'line', kind: 'divider' as const },
          { key: 'delete', label: t('notebook.delete'), shortcut: 'Del', danger: true, onSelect: () => remove(row) },
        ]
      : []),
  ];
  const open = data.find(({ id }) => panelIdOf(id) === active);
  return (
    <>
      <TreeView<Row>
        label={t('notebook.notebooks')}
        nodes={data}
        expanded={none}
        onToggle={() => undefined}
        multiple
        selected={selected.size > 1 || !open ? selected : new Set([open.id])}
        onSelect={setSelected}
        onSelectMany={setSelected}
        onActivate={openNotebook}
        activateOn="click"
        onRename={may.update ? setRenamed : undefined}
        onDelete={may.delete ? remove : undefined}
        renderIcon={() => <NotebookIcon />}
        contextMenu={contextMenu}
      />
      <KeptRenameDialog
        place={`notebook-name.ask.${renamed?.id ?? ''}`}
        opened={renamed !== null}
        onClose={() => setRenamed(null)}
        name={renamed?.name ?? ''}
        pattern={anyName}
        onConfirm={(name) => (renamed ? renameNotebook(projectId, renamed.id, name) : undefined)}
        texts={{
          title: t('notebook.renameTitle', { name: renamed?.name ?? '' }),
          label: t('notebook.name'),
          invalid: t('notebook.nameEmpty'),
          hint: t('notebook.renameHint'),
        }}
      />
    </>
  );
}
