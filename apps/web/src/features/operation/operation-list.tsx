import type { OperationReply } from '@groma/protocol';
import { Button, EmptyState, ErrorState, IconButton, ListDetailsIcon, XIcon } from '@groma/ui';
import { useRef } from 'react';
import { useText } from '../../platform/text.ts';
import { dismissOperations } from './operation-calls.ts';
import { OperationRow } from './operation-row.tsx';
import { showList } from './operation-store.ts';
import { isOpen } from './operation-view.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import './operation-list.css';

interface OperationListProps {
  projectId: string;
  operations: readonly OperationReply[];
  /** Why there is no list. */
  failure: Error | null;
  isRetrying: boolean;
  onRetry: () => void;
}

/** All operations of this person in this project, newest first (SHL-031). */
export function OperationList({ projectId, operations, failure, isRetrying, onRetry }: OperationListProps) {
  const t = useText();
  const element = useRef<HTMLDivElement>(null);
  useKeptFocus(element);
  const ended = operations.filter((operation) => !isOpen(operation));
  return (
    <div ref={element} className="operation-list" tabIndex={-1} data-autofocus>
      <div className="operation-list-head">
        <h2>{t('operation.operations')}</h2>
        {ended.length > 1 && (
          <Button
            size="s"
            variant="quiet"
            onClick={() => {
              void dismissOperations(projectId, ended);
            }}
          >
            {t('operation.dismissEnded')}
          </Button>
        )}
        <IconButton size="s" label={t('operation.close')} icon={<XIcon size={14} />} onClick={() => showList(false)} />
      </div>
      {operations.length > 0 && (
        <ul>
          {operations.map((operation) => (
            <OperationRow key={operation.id} operation={operation} />
          ))}
        </ul>
      )}
      {operations.length === 0 && failure === null && (
        <EmptyState icon={<ListDetailsIcon size={18} />} title={t('operation.empty')}>
          {t('operation.emptyText')}
        </EmptyState>
      )}
      {failure !== null && (
        <ErrorState title={t('operation.listFailed')} onRetry={onRetry} isRetrying={isRetrying}>
          {failure.message}
        </ErrorState>
      )}
    </div>
  );
}
