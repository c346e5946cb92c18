import { SparklesIcon, toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { registerCommand } from '../../../registry/command.ts';
import { addToGaia, type NewAttachment } from '../../../registry/gaia-attachments.ts';
import { readActivePanel, readOpenPanels } from '../../../registry/panel.ts';
import { notebookOfPanel } from '../notebooks/assistant-view.ts';
import type { NotebookPanelParams } from '../notebooks/notebook-actions.ts';
import { textOfBlocks } from './lent-blocks.ts';

interface AssistantContext {
  notebookId: string;
  blockIds: string[];
}

const commands = [
  { id: 'notebook.send-to-assistant', title: 'notebook.sendToAssistant', shortcut: 'Ctrl+G' },
  { id: 'notebook.add-block-to-assistant', title: 'notebook.addBlockToAssistant', isHidden: true },
];

/** The keys by which blocks and notebooks go along with the next question to the assistant (NBK-019, NBK-072). */
export function registerAssistantCommands(): void {
  for (const command of commands) {
    registerCommand<AssistantContext | undefined>({
      ...command,
      argument: async () => (await import('./assistant-context.ts')).assistantContext,
      icon: SparklesIcon,
      isEnabled: () => command.isHidden === true || readActivePanel()?.kind === 'notebook',
      run: (context) => {
        const attachment = attachmentOf(context);
        if (attachment && addToGaia(attachment) === null) toast.info(t('chat.tooMany'));
      },
    });
  }
}

/** Blocks that are named or selected, else the whole notebook. */
function attachmentOf(context: AssistantContext | undefined): NewAttachment | null {
  const panel = context
    ? readOpenPanels().find(
        ({ kind, params }) => kind === 'notebook' && (params as NotebookPanelParams).notebookId === context.notebookId,
      )
    : readActivePanel();
  if (panel?.kind !== 'notebook') return null;
  const text = textOfBlocks((panel.params as NotebookPanelParams).notebookId, context?.blockIds ?? []);
  if (text === null) return notebookOfPanel(panel);
  return {
    type: 'selection',
    filename: panel.title,
    mediaType: 'text/plain',
    url: `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`,
  };
}
