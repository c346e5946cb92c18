import { HistoryIcon } from '@groma/ui';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { defineCommand } from '../../../registry/command.ts';
import { openPanel } from '../../../registry/panel.ts';

/** Opens the log of the assistant, for who may read it. */
export const showLog = defineCommand({
  id: 'assistant.show-log',
  title: 'chat.log.title',
  icon: HistoryIcon,
  isEnabled: () => can('audit', 'project'),
  run: () => openPanel({ kind: 'assistant-log', id: 'assistant-log', title: t('chat.log.title') }),
});
