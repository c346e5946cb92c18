import { baseName, limit } from '@groma/model';
import { openPanel, readOpenPanels } from '../../../registry/panel.ts';
import { filePanelId } from './moved-panels.ts';
import { previewOf } from '../entry/opening-rule.ts';

/**
 * Shows a text file as what it means: Markdown as a page, JSON as a tree, a picture as a picture, geodata as a card.
 */
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
