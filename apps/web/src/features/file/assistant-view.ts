import { formatResource } from '@groma/model';
import type { ChatView } from '@groma/protocol';
import type { NewAttachment } from '../../registry/gaia-attachments.ts';
import { readActivePanel, readOpenPanels, type OpenPanel } from '../../registry/panel.ts';
import { fileViewers } from './viewer/viewer-table.ts';

/** A file as it goes along with a question to the assistant. */
export function fileAttachment(path: string): NewAttachment {
  return {
    type: 'file',
    filename: path.slice(path.lastIndexOf('/') + 1),
    url: formatResource({ kind: 'file', parts: [path] }),
  };
}

/** The file that is open, the one in front first, for the assistant. */
export function readFileView(): ChatView {
  const active = readActivePanel();
  const path =
    (active && pathOf(active)) ??
    readOpenPanels()
      .map(pathOf)
      .findLast((each) => each !== null);
  return path ? { file: path } : {};
}

/** The file that a panel shows, to go along with a question. */
export function fileOfPanel(panel: OpenPanel): NewAttachment | null {
  const path = pathOf(panel);
  return path === null ? null : fileAttachment(path);
}

function pathOf({ kind, params }: OpenPanel): string | null {
  if (kind !== 'file-text' && !Object.hasOwn(fileViewers, kind)) return null;
  const path = (params as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? path : null;
}
