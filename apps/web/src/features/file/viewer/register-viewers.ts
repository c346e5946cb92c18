import { EyeIcon } from '@groma/ui';
import { baseName, limit } from '@groma/model';
import { registerCommand } from '../../../registry/command.ts';
import { openPanel, readActivePanel, readOpenPanels, registerPanel } from '../../../registry/panel.ts';
import { filePanelId } from '../action/moved-panels.ts';
import { previewOf } from '../opening-rule.ts';
import { fileViewers } from './viewer-table.ts';

/** Adds the viewers, and the command that shows the file in front as what it means instead of as its text. */
export function registerFileViewers(): void {
  for (const [kind, { icon, load }] of Object.entries(fileViewers)) registerPanel({ kind, icon, load });
  registerCommand<unknown>({
    id: 'file.show-preview', title: 'file.viewer.showPreview', icon: EyeIcon,
    isEnabled: () => activeTextPath() !== null,
    run: (argument) => {
      const path = typeof argument === 'string' ? argument : activeTextPath();
      if (path !== null) openPreview(path);
    },
  });
}

/** Shows a text file as what it means: Markdown as a page, JSON as a tree, a picture as a picture, geodata as a card. */
export function openPreview(path: string): void {
  const kind = previewOf(path);
  if (kind) openPanel({ kind, id: `preview:${path}`, title: baseName(path), params: { path } });
}

/** The text of a file that is shown as something else. One too large for the editor comes by windows. */
export function openSource(path: string, bytes: number): void {
  const kind = bytes > limit.editFileBytes ? 'file-large' : 'file-text';
  // The panel of the file itself may be the very one that shows it as something else.
  const isTaken = readOpenPanels().some((panel) => panel.id === filePanelId(path) && panel.kind !== kind);
  openPanel({ kind, id: isTaken ? `source:${path}` : filePanelId(path), title: baseName(path), params: { path } });
}

function activeTextPath(): string | null {
  const panel = readActivePanel();
  const path = panel?.kind === 'file-text' ? (panel.params as { path?: unknown } | undefined)?.path : undefined;
  return typeof path === 'string' && previewOf(path) ? path : null;
}
