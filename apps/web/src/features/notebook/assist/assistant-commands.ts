import { SparklesIcon, toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { registerCommand } from '../../../registry/command.ts';
import { readActivePanel } from '../../../registry/panel.ts';

const commands = [
  { id: 'notebook.send-to-assistant', title: 'notebook.sendToAssistant', shortcut: 'Ctrl+G' },
  { id: 'notebook.add-block-to-assistant', title: 'notebook.addBlockToAssistant', isHidden: true },
];

/** The keys of the assistant (NBK-019, NBK-072). Whoever brings an assistant registers these commands anew. */
export function registerAssistantCommands(): void {
  for (const command of commands) {
    registerCommand({
      ...command,
      argument: async () => (await import('./assistant-context.ts')).assistantContext,
      icon: SparklesIcon,
      isEnabled: () => command.isHidden === true || readActivePanel()?.kind === 'notebook',
      run: () => {
        toast.info(t('notebook.assistantMissing'), { id: 'assistant-missing' });
      },
    });
  }
}
