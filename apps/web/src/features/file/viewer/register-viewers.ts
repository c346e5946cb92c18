import { EyeIcon } from '@groma/ui';
import { registerCommand } from '../../../registry/command.ts';
import { readActivePanel, registerPanel } from '../../../registry/panel.ts';
import { previewOf } from '../entry/opening-rule.ts';
import { openPreview } from '../action/open-as.ts';
import { fileViewers } from './viewer-table.ts';

/** Adds the viewers, and the command that shows the file in front as what it means instead of as its text. */
export function registerFileViewers(): void {
  for (const [kind, { icon, load }] of Object.entries(fileViewers)) registerPanel({ kind, icon, load });
  registerCommand<string | undefined>({
    id: 'file.show-preview',
    title: 'file.viewer.showPreview',
    icon: EyeIcon,
    argument: async () => (await import('./preview-argument.ts')).previewArgument,
    isEnabled: () => activeTextPath() !== null,
    run: (given) => {
      const path = given ?? activeTextPath();
      if (path !== null) openPreview(path);
    },
  });
}

function activeTextPath(): string | null {
  const panel = readActivePanel();
  const path = panel?.kind === 'file-text' ? (panel.params as { path?: unknown } | undefined)?.path : undefined;
  return typeof path === 'string' && previewOf(path) ? path : null;
}
