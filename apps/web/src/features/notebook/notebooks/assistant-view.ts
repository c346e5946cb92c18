import type { ChatView } from '@groma/protocol';
import type { NewAttachment } from '../../../registry/gaia-attachments.ts';
import { readActivePanel, readOpenPanels, type OpenPanel } from '../../../registry/panel.ts';
import type { NotebookPanelParams } from './notebook-actions.ts';

/** A notebook as it goes along with a question to the assistant. */
export function notebookAttachment({ id, name }: { id: string; name: string }): NewAttachment {
  return { type: 'notebook', filename: name, url: `notebook:${id}` };
}

/** The notebook that is open, the one in front first, for the assistant. */
export function readNotebookView(): ChatView {
  const active = readActivePanel();
  const id =
    (active && idOf(active)) ??
    readOpenPanels()
      .map(idOf)
      .findLast((each) => each !== null);
  return id ? { notebook: id } : {};
}

/** The notebook that a panel shows, to go along with a question. */
export function notebookOfPanel(panel: OpenPanel): NewAttachment | null {
  const id = idOf(panel);
  return id === null ? null : notebookAttachment({ id, name: panel.title });
}

function idOf({ kind, params }: OpenPanel): string | null {
  return kind === 'notebook' ? (params as NotebookPanelParams).notebookId : null;
}
