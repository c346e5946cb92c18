import { CallError } from '@groma/protocol';
import { errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { UnreadableFile } from './send-file.ts';

/**
 * Why an upload failed, as its row says it: in the words of the server where it gave a reason, else with what is known
 * of it.
 */
export function failureText(error: unknown): string {
  if (error instanceof UnreadableFile) return t('file.upload.unreadable');
  return error instanceof CallError
    ? t('file.upload.failed', { reason: error.message })
    : errorText(error) || t('file.upload.failed', { reason: String(error) });
}
