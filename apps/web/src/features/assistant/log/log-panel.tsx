import type { LogEntryReply } from '@groma/protocol';
import { Button, EmptyState, ErrorState, HistoryIcon, SelectField, SkeletonRows, TextField } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useProject } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { LogRow } from './log-row.tsx';
import { everyone, pageRows, useLog, wholeLog, type LogFilter } from './use-log.ts';
import './log-panel.css';

/** What people and agents have had GAIA do in a workspace, for its owner (AIA-165). */
export function Panel() {
  const t = useText();
  const { id: projectId } = useProject();
  const [filter, setFilter] = useState<LogFilter>(wholeLog);
  /** The ids before which the pages begin that were left for an older one; the last is that of the page shown. */
  const [path, setPath] = useState<readonly number[]>([]);
  const { data, error, refetch, isFetching } = useLog(projectId, filter, path.at(-1));
  const change = (changed: Partial<LogFilter>) => {
    setFilter({ ...filter, ...changed });
    setPath([]);
  };
  const entries = data?.data ?? [];
  const hasFilter = filter.username !== everyone || filter.from !== '' || filter.until !== '';
  return (
    <section className="gaia-log" aria-label={t('chat.log.title')} aria-busy={isFetching}>
      <div className="gaia-log-filters">
        <SelectField
          label={t('chat.log.person')}
          options={[
            { value: everyone, label: t('chat.log.everyone') },
            ...(data?.people ?? []).map((name) => ({ value: name, label: name })),
          ]}
          value={filter.username}
          onChange={(username) => change({ username: username ?? everyone })}
        />
        <TextField
          type="date"
          label={t('chat.log.from')}
          value={filter.from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <TextField
          type="date"
          label={t('chat.log.until')}
          value={filter.until}
          onChange={(event) => change({ until: event.currentTarget.value })}
        />
      </div>
      {error && !data ? (
        <ErrorState title={t('chat.log.failed')} isRetrying={isFetching} onRetry={() => void refetch()}>
          {errorText(error)}
        </ErrorState>
      ) : !data ? (
        <SkeletonRows rows={8} withIcon={false} />
      ) : entries.length === 0 && path.length === 0 ? (
        <EmptyState icon={<HistoryIcon size={18} />} title={t(hasFilter ? 'chat.log.noMatch' : 'chat.log.none')}>
          {hasFilter ? null : t('chat.log.noneText')}
        </EmptyState>
      ) : (
        <LogTable entries={entries} prices={data.prices} />
      )}
      {(path.length > 0 || entries.length === pageRows) && (
        <nav className="gaia-log-pages" aria-label={t('chat.log.title')}>
          <Button size="s" disabled={path.length === 0} onClick={() => setPath(path.slice(0, -1))}>
            {t('chat.log.newer')}
          </Button>
          <Button size="s" disabled={entries.length < pageRows} onClick={() => setPath([...path, entries.at(-1)!.id])}>
            {t('chat.log.older')}
          </Button>
        </nav>
      )}
    </section>
  );
}

function LogTable({
  entries,
  prices,
}: {
  entries: readonly LogEntryReply[];
  prices: Readonly<Record<string, { input: number; output: number }>>;
}) {
  const t = useText();
  const hasPrices = Object.keys(prices).length > 0;
  const heads = ['when', 'who', 'model', 'did', 'outcome', 'tokens', ...(hasPrices ? ['cost'] : [])];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div className="gaia-log-table" role="region" aria-label={t('chat.log.title')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {t(`chat.log.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <LogRow key={entry.id} entry={entry} price={hasPrices ? (prices[entry.model ?? ''] ?? null) : undefined} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
