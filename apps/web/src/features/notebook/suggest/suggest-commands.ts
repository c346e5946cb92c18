import { SparklesIcon, WandIcon } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import { defineCommand } from '../../../registry/command.ts';
import { openChat } from './chat-store.ts';

interface SuggestArgument {
  notebookId: string;
  blockIds: string[];
}

const argument = async () => (await import('./suggest-argument.ts')).suggestArgument;

/** What opens the chat of a code block (NBK-071, NBK-078). */
export const suggestCommands = {
  edit: defineCommand<SuggestArgument>({
    id: 'notebook.quick-edit',
    title: 'notebook.quickEdit',
    icon: SparklesIcon,
    isHidden: true,
    argument,
    run: ({ notebookId, blockIds: [blockId = ''] }) => {
      openChat({ notebookId, blockId });
    },
  }),
  fixError: defineCommand<SuggestArgument>({
    id: 'notebook.fix-error',
    title: 'notebook.suggest.fixError',
    icon: WandIcon,
    isHidden: true,
    argument,
    run: ({ notebookId, blockIds: [blockId = ''] }) => {
      openChat({ notebookId, blockId }, { text: t('notebook.suggest.fixErrorRequest'), withError: true });
    },
  }),
};
