import { workflowColor } from '@groma/model';
import {
  Button,
  EmptyState,
  ErrorState,
  PlusIcon,
  SchemaIcon,
  SkeletonRows,
  TreeView,
  type MenuEntry,
} from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { DrawerHeader } from '../../../platform/frame/drawer-header.tsx';
import { useCan, useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { CommandButton } from '../../../registry/command-button.tsx';
import type { DrawerProps } from '../../../registry/drawer.ts';
import { act, entryOfCommand, line, menuEntry, menuOf } from '../../../registry/menu-entry.ts';
import { useActivePanel } from '../../../registry/panel.ts';
import { openWorkflow } from './workflow-actions.ts';
import { workflowCommands } from './workflow-commands.ts';
import { panelIdOf, useWorkflows } from './workflow-list.ts';

interface Row {
  id: string;
  name: string;
}

const none: ReadonlySet<string> = new Set();

/** The workflows of the project. */
export function Drawer({ close }: DrawerProps) {
  const t = useText();
  return (
    <>
      <DrawerHeader title={t('workflow.workflows')} onClose={close}>
        <CommandButton command={workflowCommands.create} argument={undefined} />
      </DrawerHeader>
      <List />
    </>
  );
}

function List() {
  const t = useText();
  const { id: projectId } = useProject();
  const { data, error, refetch, isRefetching } = useWorkflows(projectId);
  const [selected, setSelected] = useState<ReadonlySet<string>>(none);
  const [mayCreate, mayUpdate, mayDelete] = [
    useCan('create', 'workflow'),
    useCan('update', 'workflow'),
    useCan('delete', 'workflow'),
  ];
  const active = useActivePanel()?.id;
  if (error && !data)
    return (
      <ErrorState
        title={t('workflow.listFailed')}
        onRetry={() => {
          void refetch();
        }}
        isRetrying={isRefetching}
      >
        {errorText(error)}
      </ErrorState>
    );
  if (!data) return <SkeletonRows rows={6} withIcon />;
  if (data.length === 0)
    return (
      <EmptyState
        icon={<SchemaIcon size={18} />}
        title={t('workflow.none')}
        action={
          mayCreate && (
            <Button size="s" icon={<PlusIcon size={14} />} onClick={() => act(workflowCommands.create, undefined)}>
              {t('workflow.create')}
            </Button>
          )
        }
      >
        {t('workflow.noneHint')}
      </EmptyState>
    );
  const contextMenu = ({ id: workflowId }: Row): MenuEntry[] =>
    menuOf([
      menuEntry(workflowCommands.open, { workflowId }),
      menuEntry(workflowCommands.rename, { workflowId }),
      menuEntry(workflowCommands.duplicate, { workflowId }),
      menuEntry(workflowCommands.offer, { workflowId }),
      entryOfCommand('template.publish', { type: 'WORKFLOW', id: workflowId }),
      line('line'),
      menuEntry(workflowCommands.remove, { workflowId }),
    ]);
  const open = data.find(({ id }) => panelIdOf(id) === active);
  return (
    <TreeView<Row>
      label={t('workflow.workflows')}
      nodes={data}
      expanded={none}
      onToggle={() => undefined}
      selected={open ? new Set([open.id]) : selected}
      onSelect={setSelected}
      onActivate={openWorkflow}
      onRename={mayUpdate ? ({ id }) => act(workflowCommands.rename, { workflowId: id }) : undefined}
      onDelete={mayDelete ? ({ id }) => act(workflowCommands.remove, { workflowId: id }) : undefined}
      renderIcon={({ id }) => <SchemaIcon style={{ color: workflowColor(id) }} />}
      contextMenu={contextMenu}
    />
  );
}
