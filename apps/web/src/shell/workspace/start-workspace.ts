import { registerStatusItem } from '../../registry/status.ts';
import { ConnectionItem } from './connection-item.tsx';
import { rememberDrawers } from './drawer-layout.ts';
import { fitDrawers } from './fit-drawers.ts';
import { rememberPanels } from '../palette/recent-panels.ts';
import { registerShellResources, registerThemeCommands } from '../palette/shell-resources.ts';
import { SavingItem } from './saving-item.tsx';
import { UnsavedItem } from './unsaved-item.tsx';
import { watchUse } from './watch-use.ts';

/** What the shell brings to a workspace, after the features have registered their drawers. */
export function startWorkspace(): void {
  registerStatusItem({ id: 'saving', side: 'end', order: 10, Component: SavingItem });
  registerStatusItem({ id: 'unsaved', side: 'end', order: 5, Component: UnsavedItem });
  registerStatusItem({ id: 'connection', side: 'end', order: 20, Component: ConnectionItem });
  registerShellResources();
  registerThemeCommands();
  rememberDrawers();
  fitDrawers();
  rememberPanels();
  watchUse();
}
