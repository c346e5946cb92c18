import type { ToolOutcome } from '@groma/protocol';
import { t } from '../../../platform/text.ts';

/** What happened to some features of a run. */
export function skippedText({ reason, count }: ToolOutcome['skipped'][number]): string {
  return t('function.skipped', { reason: t(`tool.warning.${reason}`), count });
}
