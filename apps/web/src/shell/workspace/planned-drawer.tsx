import { EmptyState } from '@groma/ui';
import type { ComponentType } from 'react';
import { DrawerHeader } from '../../platform/frame/drawer-header.tsx';
import { useText } from '../../platform/text.ts';
import type { DrawerId, DrawerProps } from '../../registry/drawer.ts';

/** A drawer that says in one line what will be here. */
export function plannedDrawer(id: DrawerId): ComponentType<DrawerProps> {
  return function PlannedDrawer({ close }: DrawerProps) {
    const t = useText();
    return (
      <>
        <DrawerHeader title={t(`shell.drawer.${id}`)} onClose={close} />
        <EmptyState title={t('shell.notBuilt')}>{t(`shell.planned.${id}`)}</EmptyState>
      </>
    );
  };
}
