import { HelpIcon } from '@groma/ui';
import { registerCommand } from '../registry/command.ts';
import { openDialog } from '../registry/dialog.ts';
import { registerPage } from '../registry/page.ts';
import { once } from './once.ts';

/** Adds the workspace page, with which the features come, and the sheet of keys. */
export function registerShell(loadFeatures: () => Promise<void>): void {
  const bringFeatures = once(loadFeatures);
  registerPage({
    path: '/workspaces/:projectId',
    access: 'signed-in',
    isLikelyNext: true,
    load: async () => {
      const [{ Page }] = await Promise.all([import('./workspace/workspace-page.tsx'), bringFeatures()]);
      return { Page };
    },
  });
  registerCommand({
    id: 'shell.show-keys',
    title: 'shell.help',
    icon: HelpIcon,
    shortcut: '?',
    run: async () => openDialog((await import('./palette/keys-dialog.tsx')).KeysDialog),
  });
}
