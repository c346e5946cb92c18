import {
  Button,
  DotsIcon,
  EmptyState,
  ErrorState,
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
import { CommandButton } from '../../../registry/command-button.tsx';
import type { DrawerProps } from '../../../registry/drawer.ts';
import { act, entryOfCommand, line, menuEntry, menuOf } from '../../../registry/menu-entry.ts';
import { notebookAttachment } from '../notebooks/assistant-view.ts';
import { useActivePanel } from '../../../registry/panel.ts';
import { downloadEntries } from '../notebooks/download-entries.ts';
import { fetchNotebookActs, listCommands } from '../notebooks/list-commands.ts';
import { openNotebook } from '../notebooks/notebook-actions.ts';
import { panelIdOf, useNotebooks } from '../notebooks/notebook-list.ts';
import { drawerCommands } from './drawer-commands.ts';
import { fetchPanelSoon } from './fetch-panel.ts';
import { importNotebooks } from './import-notebooks.ts';
import { ImportZone } from './import-zone.tsx';

interface Row {
  id: string;
  name: string;
}

const none: ReadonlySet<string> = new Set();

/** The notebooks of the project. */
export function Drawer({ close }: DrawerProps) {
  const t = useText();
  const mayCreate = useCan('create', 'notebook');
  const { id: projectId } = useProject();
  useEffect(fetchPanelSoon, []);
  useEffect(fetchNotebookActs, []);
  const take = (files: File[]) => {
    void importNotebooks(projectId, files);
  };
  const more = menuOf([
    menuEntry(drawerCommands.importFromDesktop, undefined),
    menuEntry(listCommands.downloadSeveral, undefined),
  ]);
  return (
    <>
      <DrawerHeader title={t('notebook.notebooks')} onClose={close}>
        <CommandButton command={drawerCommands.create} argument={undefined} />
        <Menu
          items={more}
          position="bottom-end"
          target={<IconButton label={t('notebook.more')} icon={<DotsIcon />} />}
        />
      </DrawerHeader>
      <ImportZone isOpen={mayCreate} onFiles={take}>
        <List mayCreate={mayCreate} />
      </ImportZone>
    </>
  );
}

function List({ mayCreate }: { mayCreate: boolean }) {
  const t = useText();
  const { id: projectId } = useProject();
  const { data, error, refetch, isRefetching } = useNotebooks(projectId);
  const [selected, setSelected] = useState<ReadonlySet<string>>(none);
  const [mayUpdate, mayDelete] = [useCan('update', 'notebook'), useCan('delete', 'notebook')];
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
          mayCreate && (
            <Button size="s" icon={<PlusIcon size={14} />} onClick={() => act(drawerCommands.create, undefined)}>
              {t('notebook.create')}
            </Button>
          )
        }
      >
        {t('notebook.noneHint')}
      </EmptyState>
    );
  }
  const contextMenu = ({ id }: Row): MenuEntry[] =>
    selected.size > 1 && selected.has(id)
      ? menuOf([menuEntry(listCommands.downloadSeveral, { notebookIds: [...selected] })])
      : oneMenu(id);
  const oneMenu = (notebookId: string): MenuEntry[] =>
    menuOf([
      menuEntry(listCommands.open, { notebookId }),
      menuEntry(listCommands.rename, { notebookId }),
      menuEntry(listCommands.duplicate, { notebookId }),
      { key: 'download', label: t('notebook.downloadAs'), items: downloadEntries(notebookId) },
      menuEntry(listCommands.offer, { notebookId }),
      entryOfCommand('template.publish', { type: 'NOTEBOOK', id: notebookId }),
      gaiaEntry(data.find(({ id }) => id === notebookId)),
      line('line'),
      menuEntry(listCommands.remove, { notebookId }),
    ]);
  const open = data.find(({ id }) => panelIdOf(id) === active);
  return (
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
      onRename={mayUpdate ? ({ id }) => act(listCommands.rename, { notebookId: id }) : undefined}
      onDelete={mayDelete ? ({ id }) => act(listCommands.remove, { notebookId: id }) : undefined}
      renderIcon={() => <NotebookIcon />}
      contextMenu={contextMenu}
    />
  );
}

/** The assistant's feature brings the command. */
function gaiaEntry(found: { id: string; name: string } | undefined): MenuEntry | null {
  return found ? entryOfCommand('assistant.add', notebookAttachment(found)) : null;
}
