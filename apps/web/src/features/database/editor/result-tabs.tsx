import { AlertCircleIcon, BanIcon, CheckIcon, Spinner } from '@groma/ui';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useText } from '../../../platform/text.ts';
import type { StatementResult } from '../history/query-run.ts';

const icons = { executing: Spinner, success: CheckIcon, failure: AlertCircleIcon, stopped: BanIcon } as const;

/** One tab for each statement of the last execution. */
export function ResultTabs({
  runs,
  shownId,
  onShow,
}: {
  runs: readonly StatementResult[];
  shownId: string | null;
  onShow: (id: string) => void;
}) {
  const t = useText();
  const list = useRef<HTMLDivElement>(null);
  // Of many the last one is shown, which may be out of sight.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shownId, runs.length]);
  if (runs.length < 2) return null;
  const step = (event: KeyboardEvent, index: number) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const next =
      by === undefined
        ? undefined
        : runs[index + (getComputedStyle(event.currentTarget).direction === 'rtl' ? -by : by)];
    if (!next) return;
    event.preventDefault();
    onShow(next.id);
    (event.currentTarget.parentElement?.querySelector(`[data-run="${next.id}"]`) as HTMLElement | null)?.focus();
  };
  return (
    <div ref={list} className="sql-tabs" role="tablist" aria-label={t('database.results')}>
      {runs.map((run, index) => {
        const Icon = icons[run.status];
        return (
          <button
            key={run.id}
            type="button"
            role="tab"
            data-run={run.id}
            aria-selected={run.id === shownId}
            tabIndex={run.id === shownId ? 0 : -1}
            title={run.query}
            onClick={() => onShow(run.id)}
            onKeyDown={(event) => step(event, index)}
          >
            <span className="sql-run-mark" data-status={run.status}>
              <Icon size={12} />
            </span>
            <span dir="ltr">
              {t('database.resultTab', { number: index + 1, query: run.query.replaceAll(/\s+/g, ' ').slice(0, 28) })}
            </span>
          </button>
        );
      })}
    </div>
  );
}
