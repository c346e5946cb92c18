import type { DatabaseReply } from '@groma/protocol';
import { toast } from '@groma/ui';
import { useMemo } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { clearHistory, deleteHistoryItem, saveKeptCsv, useHistory } from '../database-calls.ts';
import type { useEditor } from '../editor/use-editor.ts';
import { HistoryList } from './history-list.tsx';
import { isKeptWhole, runOfHistory, type QueryRun } from './query-run.ts';

interface EditorHistoryProps {
  database: DatabaseReply;
  editor: ReturnType<typeof useEditor>;
  onClose(): void;
}

/** The history of an editor: what this page has run, and what was run before. */
export function EditorHistory({ database, editor: { session, runs, shown, draft }, onClose }: EditorHistoryProps) {
  const t = useText();
  const { data, error, refetch } = useHistory(database.id, true);
  const all = useMemo(() => data && merged(runs, data.map(runOfHistory)), [runs, data]);
  const remove = async (run: QueryRun) => {
    await deleteHistoryItem(database.id, run.id);
    session.forget(new Set([run.id]));
  };
  const clear = async () => {
    await clearHistory(database.id);
    session.forget(new Set(runs.filter(({ status }) => status !== 'executing').map(({ id }) => id)));
  };
  return (
    <HistoryList
      runs={all}
      error={error}
      shownId={shown?.id ?? null}
      onRetry={() => {
        void refetch();
      }}
      onShow={(run) => session.show(run)}
      onDelete={remove}
      onClear={clear}
      onClose={onClose}
      onReuse={({ query }) => {
        draft?.replace(query);
        draft?.focus();
      }}
      downloadOf={(run) => {
        const resultId = run.results.findLast(isKeptWhole)?.resultId;
        return resultId == null
          ? undefined
          : () => {
              saveKeptCsv(database.id, resultId).catch((failure: unknown) => {
                toast.error(errorText(failure), { title: t('database.csvFailed') });
              });
            };
      }}
    />
  );
}

/** What this page knows of a run is newer than what the server said when it was asked. */
function merged(own: readonly QueryRun[], before: readonly QueryRun[]): QueryRun[] {
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...before.filter(({ id }) => !known.has(id))].toSorted(
    (first, second) => second.timestamp - first.timestamp,
  );
}
