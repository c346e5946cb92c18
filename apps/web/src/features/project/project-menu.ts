import type { MenuEntry } from '@groma/ui';
import { line, menuEntry, menuOf } from '../../registry/menu-entry.ts';
import { projectCommands as command } from './project-commands.ts';

/** What can be done to a project on the dashboard; what the role or the plan forbids says so. */
export function projectMenu(projectId: string): MenuEntry[] {
  const its = { projectId };
  return menuOf([
    menuEntry(command.open, its),
    menuEntry(command.rename, its),
    menuEntry(command.share, its),
    menuEntry(command.copyLink, its),
    menuEntry(command.duplicate, its),
    line('line'),
    menuEntry(command.leave, its),
    menuEntry(command.remove, its),
  ]);
}
