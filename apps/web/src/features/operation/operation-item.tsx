import type { OperationReply } from '@groma/protocol';
import {
  AlertCircleIcon,
  Badge,
  CircleCheckIcon,
  ListDetailsIcon,
  Popover,
  ProgressBar,
  Spinner,
  Tooltip,
  useNumberFormat,
} from '@groma/ui';
import { useEffect, useMemo } from 'react';
import { sessionStore } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import { pageOperationStore } from '../../registry/page-operation.ts';
import { useOperations } from './operation-calls.ts';
import { OperationList } from './operation-list.tsx';
import { operationStore, showList, useIsCanceling } from './operation-store.ts';
import { failedCount, findLatestOpen, ofPage, shortenTitle, titleOf } from './operation-view.ts';
import { useTimeLeft } from './time-left.ts';
import './operation-item.css';

/** Operations in the bottom bar: `ERA5 to COG ▬▬ 64 % · 2 minutes left`, and the list of all above it. */
export function OperationItem() {
  const projectId = sessionStore(({ project }) => project?.id);
  return projectId === undefined ? null : <Item key={projectId} projectId={projectId} />;
}

const listId = 'operation-list';

function Item({ projectId }: { projectId: string }) {
  const t = useText();
  const query = useOperations(projectId);
  const isShown = operationStore((state) => state.isListShown);
  useEffect(() => () => showList(false), []);
  const own = pageOperationStore(({ operations: all }) => all);
  const operations = useMemo(
    () =>
      [...ofPage(own, projectId), ...(query.data ?? [])].map((operation) => ({
        ...operation,
        title: titleOf(t, operation),
      })),
    [own, projectId, query.data, t],
  );
  if (operations.length === 0 && !isShown) return null;
  const latest = findLatestOpen(operations);
  return (
    <Popover
      opened={isShown}
      onChange={showList}
      position="top-start"
      offset={4}
      width={300}
      withRoles={false}
      trapFocus
      returnFocus
      closeOnEscape
    >
      <Popover.Target>
        <span className="operation-anchor">
          <Tooltip
            label={latest?.title}
            position="top"
            multiline
            disabled={isShown || !latest || shortenTitle(latest.title) === latest.title}
          >
            <button
              type="button"
              className="operation-item"
              aria-haspopup="dialog"
              aria-expanded={isShown}
              aria-controls={isShown ? listId : undefined}
              onClick={() => showList(!isShown)}
            >
              {latest ? <Running operation={latest} /> : <Ended operations={operations} />}
              {latest && operations.length > 1 && (
                <Badge>
                  <span aria-hidden>{operations.length}</span>
                  <span className="g-visually-hidden">{t('operation.count', { count: operations.length })}</span>
                </Badge>
              )}
            </button>
          </Tooltip>
        </span>
      </Popover.Target>
      <Popover.Dropdown id={listId} className="operation-popover" role="dialog" aria-label={t('operation.operations')}>
        <OperationList
          projectId={projectId}
          operations={operations}
          failure={query.data ? null : query.error}
          isRetrying={query.isFetching}
          onRetry={() => {
            void query.refetch();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function Running({ operation: { id, title, status, progress, estimatedTimeLeft } }: { operation: OperationReply }) {
  const t = useText();
  const percent = useNumberFormat({ style: 'percent', maximumFractionDigits: 0 });
  const isCanceling = useIsCanceling(id);
  const timeLeft = useTimeLeft();
  const words = isCanceling ? t('operation.canceling') : status === 'Pending' ? t('operation.status.Pending') : null;
  return (
    <>
      <Spinner />
      <b dir="auto">
        <span aria-hidden>{shortenTitle(title)}</span>
        <span className="g-visually-hidden">{title}</span>
      </b>
      <ProgressBar value={progress} label={t('operation.progressOf', { title })} />
      <span className="operation-item-rest">
        {words ?? percent.format(progress / 100)}
        {words === null &&
          estimatedTimeLeft !== null &&
          ` · ${t('operation.timeLeft', { time: timeLeft(estimatedTimeLeft) })}`}
      </span>
    </>
  );
}

/** What has ended waits here until it is dismissed, so that a failure is not missed. */
function Ended({ operations }: { operations: readonly OperationReply[] }) {
  const t = useText();
  const failed = failedCount(operations);
  if (failed > 0)
    return (
      <>
        <AlertCircleIcon size={14} className="operation-bad" />
        {t('operation.failedCount', { count: failed })}
      </>
    );
  if (operations.length === 0)
    return (
      <>
        <ListDetailsIcon size={14} />
        {t('operation.operations')}
      </>
    );
  return (
    <>
      <CircleCheckIcon size={14} />
      {t('operation.count', { count: operations.length })}
    </>
  );
}
