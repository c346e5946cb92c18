import type { MenuEntry } from '@groma/ui';
import { menuEntry, menuOf } from '../../../registry/menu-entry.ts';
import { listCommands } from './list-commands.ts';

/** The forms in which a notebook leaves. */
export function downloadEntries(notebookId: string): MenuEntry[] {
  return menuOf(
    (['ipynb', 'py', 'html'] as const).map((form) =>
      menuEntry(listCommands.download, { notebookId, form }, { key: form }),
    ),
  );
}
