import type { OperationStatus } from '@groma/model';
import type { OperationReply } from '@groma/protocol';
import {
  AlertCircleIcon,
  BanIcon,
  Button,
  CircleCheckIcon,
  ClockIcon,
  IconButton,
  ProgressBar,
  Spinner,
  Truncated,
  useInterface,
  useNumberFormat,
  XIcon,
} from '@groma/ui';
import { remarksOf } from '../../platform/say-remarks.ts';
import { timeAgo } from '../../platform/time-ago.ts';
import { useText } from '../../platform/text.ts';
import { cancelOperation, dismissOperations } from './operation-calls.ts';
import { useIsCanceling } from './operation-store.ts';
import { isOpen } from './operation-view.ts';
import { useTimeLeft } from './time-left.ts';
import { useNow } from './use-now.ts';

/** One operation: how far it is and how to stop it, or how it ended and how to be rid of it (SHL-031, SHL-037). */
export function OperationRow({ operation }: { operation: OperationReply }) {
  return (
    <li data-status={operation.status}>
      {isOpen(operation) ? <OpenRow operation={operation} /> : <EndedRow operation={operation} />}
    </li>
  );
}

function OpenRow({ operation }: { operation: OperationReply }) {
  const t = useText();
  const percent = useNumberFormat({ style: 'percent', maximumFractionDigits: 0 });
  const isCanceling = useIsCanceling(operation.id);
  const timeLeft = useTimeLeft();
  const { title, subtitle, status, progress, estimatedTimeLeft, currentSubTask, currentSubTaskProgress } = operation;
  return (
    <>
      <div className="operation-head">
        <StatusIcon status={status} />
        <b>
          <Truncated text={title} />
        </b>
        {!isCanceling && estimatedTimeLeft !== null && <small>{timeLeft(estimatedTimeLeft)}</small>}
        <IconButton
          size="s"
          label={t(isCanceling ? 'operation.cancelingOf' : 'operation.cancelOf', { title })}
          icon={<XIcon size={14} />}
          loading={isCanceling}
          onClick={() => {
            void cancelOperation(operation);
          }}
        />
      </div>
      {subtitle !== null && <p dir="auto">{subtitle}</p>}
      <ProgressBar value={progress} label={t('operation.progressOf', { title })} />
      <div className="operation-foot">
        <span>{isCanceling ? t('operation.canceling') : t(`operation.status.${status}`)}</span>
        <span>{percent.format(progress / 100)}</span>
      </div>
      {currentSubTask !== null && (
        <div className="operation-foot">
          <Truncated text={currentSubTask} />
          {currentSubTaskProgress !== null && <span>{percent.format(currentSubTaskProgress / 100)}</span>}
        </div>
      )}
    </>
  );
}

function EndedRow({ operation }: { operation: OperationReply }) {
  const t = useText();
  const { locale } = useInterface();
  const now = useNow(30_000);
  const { title, subtitle, status, failedMessage, remarks, updated_at: endedAt, project_id: projectId } = operation;
  return (
    <>
      <div className="operation-head">
        <StatusIcon status={status} />
        <span className="operation-title">
          <Truncated text={title} />
        </span>
        <Button
          size="s"
          variant="quiet"
          aria-label={t('operation.dismissOf', { title })}
          onClick={() => {
            void dismissOperations(projectId, [operation]);
          }}
        >
          {t('operation.dismiss')}
        </Button>
      </div>
      {subtitle !== null && <p dir="auto">{subtitle}</p>}
      {failedMessage !== null && (
        <p dir="auto" className="operation-bad">
          {failedMessage}
        </p>
      )}
      {remarks.length > 0 && (
        <ul className="operation-remarks">
          {remarksOf(t, remarks).map((text) => (
            <li key={text} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      )}
      <div className="operation-foot">
        <span>
          {t(`operation.status.${status}`)} · {timeAgo(new Date(endedAt), now, locale)}
        </span>
      </div>
    </>
  );
}

function StatusIcon({ status }: { status: OperationStatus }) {
  if (status === 'Completed') return <CircleCheckIcon size={16} className="operation-good" />;
  if (status === 'Failed') return <AlertCircleIcon size={16} className="operation-bad" />;
  if (status === 'Canceled') return <BanIcon size={16} />;
  return status === 'Pending' ? <ClockIcon size={16} /> : <Spinner size={16} />;
}
