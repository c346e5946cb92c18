import {
  AlertCircleIcon,
  BanIcon,
  Button,
  CircleCheckIcon,
  EmptyState,
  SkeletonRows,
  TableIcon,
  useInterface,
} from '@groma/ui';
import { useText, type Text } from '../../../platform/text.ts';
import type { QueryRun, StatementResult } from '../history/query-run.ts';
import { ResultGrid } from '../result/result-grid.tsx';
import type { RowQuery } from '../result/result-rows.ts';
import { durationText } from './duration.ts';
import type { EditorSession } from './editor-session.ts';

interface ResultViewProps {
  session: EditorSession;
  run: QueryRun | null;
  result: StatementResult | null;
  withFilters: boolean;
  /** What is shown before anything has run. */
  hint: string;
  onQueryChange(query: RowQuery): void;
}

/** What a statement has given: its rows, what it has changed, why it failed, or that nothing has run yet. */
export function ResultView({ session, run, result, withFilters, hint, onQueryChange }: ResultViewProps) {
  const t = useText();
  if (!run)
    return (
      <EmptyState icon={<TableIcon size={18} />} title={t('database.noResult')}>
        {hint}
      </EmptyState>
    );
  const failure = result?.failure ?? (result ? null : run.failure);
  if (failure) return <Failure message={failure.message} />;
  if (!result)
    return run.status === 'stopped' ? (
      <Stopped />
    ) : run.status === 'executing' ? (
      <SkeletonRows rows={6} withIcon={false} />
    ) : (
      <Changed result={null} run={run} />
    );
  if (result.isHeld && result.columns && (result.rows > 0 || result.status === 'success')) {
    return (
      <>
        <ResultGrid
          result={result}
          withFilters={withFilters}
          isWhole={result.status !== 'executing'}
          onQueryChange={onQueryChange}
          read={(query) =>
            session.window(result.id, result.status === 'executing' ? { ...query, sort: [], filter: [] } : query)
          }
        />
        <ResultFoot result={result} onResume={() => session.resume(result)} />
      </>
    );
  }
  if (result.status === 'executing') return <SkeletonRows rows={6} withIcon={false} />;
  if (result.status === 'stopped') return <Stopped />;
  if (result.columns)
    return (
      <EmptyState icon={<TableIcon size={18} />} title={t('database.rowsGone')}>
        {t('database.rowsGoneHint')}
      </EmptyState>
    );
  return <Changed result={result} run={run} />;
}

function Failure({ message }: { message: string }) {
  const t = useText();
  return (
    <div className="sql-failure" role="alert">
      <AlertCircleIcon size={18} />
      <div>
        <b>{t('database.executionFailed')}</b>
        <p dir="auto">{message === '' ? t('database.executionFailedText') : message}</p>
      </div>
    </div>
  );
}

function Stopped() {
  const t = useText();
  return (
    <EmptyState icon={<BanIcon size={18} />} title={t('database.queryCanceled')}>
      {t('database.queryCanceledHint')}
    </EmptyState>
  );
}

/** A statement without rows: what it has changed, and what the database said. */
function Changed({ result, run }: { result: StatementResult | null; run: QueryRun }) {
  const t = useText();
  const { locale } = useInterface();
  const milliseconds = result?.milliseconds ?? run.executionTime;
  return (
    <EmptyState
      icon={<CircleCheckIcon size={18} />}
      title={
        result?.rowsChanged === null || result?.rowsChanged === undefined
          ? t('database.done')
          : t('database.rowsChanged', { count: result.rowsChanged })
      }
    >
      {[...(milliseconds === null ? [] : [durationText(milliseconds, locale)]), ...(result?.notices ?? [])].join(' · ')}
    </EmptyState>
  );
}

function ResultFoot({ result, onResume }: { result: StatementResult; onResume: () => void }) {
  const t = useText();
  return (
    <div className="sql-foot">
      <span>{rowsByColumns(t, result)}</span>
      {result.isPaused && (
        <span role="status">
          {t('database.paused')}{' '}
          <Button size="s" variant="quiet" onClick={onResume}>
            {t('database.readOn')}
          </Button>
        </span>
      )}
      {result.status === 'stopped' && <span role="status">{t('database.stoppedAfter', { count: result.rows })}</span>}
      {result.isCut && <span role="status">{t('database.onlyFirstKept', { count: result.keptRows })}</span>}
      {result.notices.length > 0 && <span title={result.notices.join('\n')}>{result.notices[0]}</span>}
    </div>
  );
}

function rowsByColumns(t: Text, { rows, columns }: StatementResult): string {
  return `${t('database.rowCount', { count: rows })} × ${t('database.columnCount', { count: columns?.length ?? 0 })}`;
}
