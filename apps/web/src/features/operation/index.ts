import { ActivityIcon } from '@groma/ui';
import { readProject } from '../../platform/session.ts';
import { registerCommand } from '../../registry/command.ts';
import { registerStatusItem } from '../../registry/status.ts';
import { OperationItem } from './operation-item.tsx';
import { showList } from './operation-store.ts';

/** Adds the person's operations to the bottom bar, and their list above it. */
export function registerOperation(): void {
  registerStatusItem({ id: 'operations', side: 'start', order: 20, Component: OperationItem });
  registerCommand({
    id: 'operation.show',
    title: 'operation.show',
    icon: ActivityIcon,
    isEnabled: () => readProject() !== null,
    run: () => showList(true),
  });
}
