import { SparklesIcon } from '@groma/ui';
import { registerCommands } from '../../registry/command.ts';
import { registerDrawer } from '../../registry/drawer.ts';
import { threadCommands } from './thread/thread-commands.ts';

/** Adds the assistant to the workspace: the chat in the right drawer, and what can be done with conversations. */
export function registerAssistant(): void {
  registerDrawer({
    id: 'gaia-chat',
    side: 'right',
    order: 10,
    label: 'chat.title',
    icon: SparklesIcon,
    load: () => import('./chat-drawer.tsx'),
  });
  registerCommands(Object.values(threadCommands));
}
