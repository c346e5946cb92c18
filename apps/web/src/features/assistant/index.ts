import { HistoryIcon, SparklesIcon } from '@groma/ui';
import { registerCommands } from '../../registry/command.ts';
import { registerDrawer } from '../../registry/drawer.ts';
import { registerPanel } from '../../registry/panel.ts';
import { showLog } from './log/show-log.ts';
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
  registerPanel({ kind: 'assistant-log', icon: HistoryIcon, load: () => import('./log/log-panel.tsx') });
  registerCommands([...Object.values(threadCommands), showLog]);
}
