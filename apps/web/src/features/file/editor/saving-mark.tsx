import type { FileStatus } from '@groma/model';
import type { LiveState } from '@groma/protocol';
import { useInterface } from '@groma/ui';
import { useText } from '../../../platform/text.ts';

export type Saving =
  | 'on'
  | 'saving'
  | 'saved'
  | 'kept'
  | 'offline'
  | 'offlineUnsaved'
  | 'notKept'
  | 'readOnly'
  | 'refused';

/**
 * What may be said of saving: only what the server has acknowledged is saved, and only in the file where the file could
 * take it.
 */
export function savingOf(
  { connection, synced, canWrite, saved, isKept, savedAt, refusal }: Omit<LiveState, 'lostAt'>,
  status: FileStatus['kind'],
): Saving {
  if (refusal !== null) return 'refused';
  if (connection !== 'connected') return saved ? 'offline' : isKept ? 'offlineUnsaved' : 'notKept';
  if (!saved) return 'saving';
  if (synced && !canWrite) return 'readOnly';
  if (status !== 'in-step') return 'kept';
  return savedAt ? 'saved' : 'on';
}

export function SavingMark({ state, status }: { state: LiveState; status: FileStatus['kind'] }) {
  const t = useText();
  const { locale } = useInterface();
  const saving = savingOf(state, status);
  const time = state.savedAt ? new Intl.DateTimeFormat(locale, { timeStyle: 'medium' }).format(state.savedAt) : '';
  const isBad =
    saving === 'offline' ||
    saving === 'offlineUnsaved' ||
    saving === 'notKept' ||
    saving === 'refused' ||
    saving === 'kept';
  return (
    <span className="file-editor-saving" role="status" data-bad={isBad || undefined}>
      {t(`file.editor.saving.${saving}`, { time })}
    </span>
  );
}
