import {
  AlertCircleIcon,
  ArrowBackUpIcon,
  BanIcon,
  Button,
  CheckIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  confirm,
  CopyButton,
  DownloadIcon,
  EmptyState,
  ErrorState,
  FoldIcon,
  HistoryIcon,
  IconButton,
  SkeletonRows,
  Spinner,
  toast,
  ArrowsVerticalIcon,
  TrashIcon,
  useInterface,
  XIcon,
} from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText, type Text } from '../../../platform/text.ts';
import { durationText } from '../editor/duration.ts';
import { mostHistoryHeight } from '../sizes.ts';
import type { QueryRun } from './query-run.ts';

interface HistoryListProps {
  runs: readonly QueryRun[] | undefined;
  error: unknown;
  shownId: string | null;
  onRetry(): void;
  onShow(run: QueryRun): void;
  onReuse(run: QueryRun): void;
  onDelete(run: QueryRun): Promise<void>;
  onClear(): Promise<void>;
  /** Undefined where a run has no rows to download. */
  downloadOf(run: QueryRun): (() => void) | undefined;
  onClose(): void;
}

/** What a person ran in a database, newest first (DBS-033, DBS-034). */
export function HistoryList(props: HistoryListProps) {
  const { runs, error, onRetry, onClear, onClose } = props;
  const t = useText();
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setExpanded((present) => new Set(present.has(id) ? [...present].filter((each) => each !== id) : [...present, id]));
  const clear = async () => {
    if (
      !(await confirm({
        title: t('database.clearHistoryTitle'),
        body: t('database.clearHistoryText'),
        confirmLabel: t('database.clearHistory'),
        danger: true,
      }))
    )
      return;
    await onClear().catch((failure: unknown) => {
      toast.error(errorText(failure));
    });
  };
  return (
    <aside className="sql-history" aria-label={t('database.history')} style={{ maxBlockSize: mostHistoryHeight }}>
      <header>
        <h3>{t('database.history')}</h3>
        <IconButton
          size="s"
          label={t('database.expandAll')}
          icon={<ArrowsVerticalIcon />}
          onClick={() => setExpanded(new Set(runs?.map(({ id }) => id)))}
        />
        <IconButton
          size="s"
          label={t('database.collapseAll')}
          icon={<FoldIcon />}
          onClick={() => setExpanded(new Set())}
        />
        <IconButton
          size="s"
          label={t('database.clearHistory')}
          icon={<TrashIcon />}
          disabledReason={runs?.length ? undefined : t('database.noHistory')}
          onClick={() => {
            void clear();
          }}
        />
        <IconButton size="s" label={t('database.hideHistory')} icon={<XIcon />} onClick={onClose} />
      </header>
      {!runs && error ? (
        <ErrorState title={t('database.historyFailed')} onRetry={onRetry}>
          {errorText(error)}
        </ErrorState>
      ) : null}
      {!runs && !error && <SkeletonRows rows={5} withIcon />}
      {runs?.length === 0 && (
        <EmptyState icon={<HistoryIcon size={18} />} title={t('database.noHistory')}>
          {t('database.noHistoryHint')}
        </EmptyState>
      )}
      {runs && runs.length > 0 && (
        <ol>
          {runs.map((run) => (
            <HistoryItem
              key={run.id}
              run={run}
              isExpanded={expanded.has(run.id)}
              onToggle={() => toggle(run.id)}
              {...props}
            />
          ))}
        </ol>
      )}
    </aside>
  );
}

const icons = { executing: Spinner, success: CheckIcon, failure: AlertCircleIcon, stopped: BanIcon } as const;

function HistoryItem({
  run,
  isExpanded,
  onToggle,
  shownId,
  onShow,
  onReuse,
  onDelete,
  downloadOf,
}: HistoryListProps & { run: QueryRun; isExpanded: boolean; onToggle: () => void }) {
  const t = useText();
  const { locale } = useInterface();
  const Icon = icons[run.status];
  const download = downloadOf(run);
  const oneLine = run.query.replaceAll(/\s+/g, ' ').trim();
  return (
    <li
      className="sql-history-item"
      data-shown={run.id === shownId || undefined}
      data-expanded={isExpanded || undefined}
    >
      <div className="sql-history-head">
        <span className="sql-run-mark" data-status={run.status} role="img" aria-label={t(`database.run.${run.status}`)}>
          <Icon size={14} />
        </span>
        <button
          type="button"
          className="sql-history-query"
          dir="ltr"
          title={oneLine.slice(0, 400)}
          onClick={() => onShow(run)}
        >
          {oneLine.slice(0, 200)}
        </button>
        <IconButton
          size="s"
          label={t(isExpanded ? 'database.collapse' : 'database.expand')}
          aria-expanded={isExpanded}
          icon={isExpanded ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} className="sql-mirrored" />}
          onClick={onToggle}
        />
      </div>
      <div className="sql-history-facts">{factsOf(t, run, locale)}</div>
      {run.failure && (
        <div className="sql-history-error" dir="auto">
          <b>{t('database.executionFailed')}</b> {run.failure.message || t('database.executionFailedText')}
        </div>
      )}
      {isExpanded && (
        <pre dir="ltr" tabIndex={0} aria-label={t('database.query')}>
          {run.query}
        </pre>
      )}
      {isExpanded && <Preview run={run} />}
      <div className="sql-history-actions">
        <CopyButton size="s" label={t('database.copyQuery')} text={run.query} />
        <IconButton size="s" label={t('database.reuseQuery')} icon={<ArrowBackUpIcon />} onClick={() => onReuse(run)} />
        <IconButton
          size="s"
          label={t('database.downloadCsv')}
          icon={<DownloadIcon />}
          disabledReason={download ? undefined : t('database.noRowsToDownload')}
          onClick={download}
        />
        <IconButton
          size="s"
          label={t('database.deleteQuery')}
          icon={<TrashIcon />}
          disabledReason={run.status === 'executing' ? t('database.isExecuting') : undefined}
          onClick={() => {
            onDelete(run).catch((failure: unknown) => {
              toast.error(errorText(failure));
            });
          }}
        />
        {run.results.some(({ columns }) => columns !== null) && (
          <Button size="s" variant="quiet" onClick={() => onShow(run)}>
            {t('database.showRows')}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Columns of what the run gave. */
function Preview({ run }: { run: QueryRun }) {
  const t = useText();
  const result = run.results.findLast(({ columns }) => columns !== null);
  if (!result?.columns) return null;
  return (
    <p className="sql-history-columns" dir="ltr" aria-label={t('database.columns')}>
      {result.columns.map(({ name, type }) => `${name} ${type.toLowerCase()}`).join(', ')}
    </p>
  );
}

function factsOf(t: Text, run: QueryRun, locale: string): string {
  const at = new Date(run.timestamp);
  const isToday = at.toDateString() === new Date().toDateString();
  const time = at.toLocaleString(
    locale,
    isToday ? { hour: '2-digit', minute: '2-digit' } : { dateStyle: 'short', timeStyle: 'short' },
  );
  const last = run.results.findLast(({ columns }) => columns !== null);
  const changed = run.results.findLast(({ rowsChanged }) => rowsChanged !== null)?.rowsChanged;
  const parts = [
    time,
    run.executionTime === null ? t(`database.run.${run.status}`) : durationText(run.executionTime, locale),
  ];
  if (last && run.status !== 'failure') parts.push(t('database.rowCount', { count: last.rows }));
  else if (changed !== null && changed !== undefined) parts.push(t('database.rowsChanged', { count: changed }));
  return parts.join(' · ');
}
