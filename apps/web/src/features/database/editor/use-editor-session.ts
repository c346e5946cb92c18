import { GromaError, isErrorCode } from '@groma/model';
import { useEffect, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { cancelRun, refreshHistory, refreshSchema, rowsUrl, runUrl } from '../database-calls.ts';
import type { CallFailure } from '../result/result-messages.ts';
import { cutOff, unreached } from '../result/run-taker.ts';
import { EditorSession } from './editor-session.ts';

/** The runs of one panel; they end with it. */
export function useEditorSession(databaseId: string): EditorSession {
  const [session] = useState(
    () =>
      new EditorSession({
        runUrl: runUrl(databaseId),
        rowsUrl: (resultId) => rowsUrl(databaseId, resultId),
        cancel: (runId) => cancelRun(databaseId, runId),
        failureText,
        onEnd: (_run, effect) => {
          void refreshHistory(databaseId);
          // What a statement has made or changed is seen at once (DBS-037).
          if (effect !== 'none') void refreshSchema(databaseId);
        },
      }),
  );
  useEffect(() => () => session.close(), [session]);
  return session;
}

/** The words for a call that failed: those of the catalogue, else that there was no answer (DBS-046). */
function failureText({ code, details, message }: CallFailure): string {
  if (code !== null && isErrorCode(code)) return errorText(new GromaError(code, details));
  if (code === cutOff) return t('database.cutOff');
  return code === unreached || (code === null && /fetch|network/i.test(message)) ? t('database.networkError') : message;
}
