import { Badge, Button, ErrorState, Note, SkeletonRows } from '@groma/ui';
import { useId, useRef, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { useChanges, useDecision, type ChangePlace, type Decision } from './change-calls.ts';
import { ChangeItem } from './change-item.tsx';
import './change-review.css';

export interface ChangeReviewProps extends ChangePlace {
  /** The turn is being written: more may come. */
  isWriting?: boolean;
  /** It is one's own conversation, and one may edit. */
  mayDecide?: boolean;
}

/** So many changes are shown opened; where there are more, somebody picks. */
const mostOpened = 3;

/**
 * What a turn of the assistant changes: each thing with what becomes of it, accepted, refused and reverted one by one
 * or all at once. A turn that changes nothing shows nothing.
 */
export function ChangeReview({ isWriting = false, mayDecide = true, ...place }: ChangeReviewProps) {
  const t = useText();
  const heading = useId();
  const head = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch, isFetching } = useChanges(place, isWriting);
  const decision = useDecision(place);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  if (!data && error)
    return (
      <ErrorState
        title={t('change.failed')}
        isRetrying={isFetching}
        onRetry={() => {
          void refetch();
        }}
      >
        {errorText(error)}
      </ErrorState>
    );
  if (!data) return isWriting ? null : <SkeletonRows rows={1} withIcon />;
  if (data.length === 0) return null;
  const idsIn = (state: 'proposed' | 'applied') =>
    data
      .filter((change) => change.state === state && (state !== 'applied' || change.kind !== 'created'))
      .map(({ id }) => id);
  const busy = new Set(decision.isPending ? decision.variables.ids : []);
  const decide = (ids: string[], action: Decision) => {
    if (!decision.isPending) decision.mutate({ ids, action });
  };
  const all = (state: 'proposed' | 'applied', action: Decision) => () => {
    // The button goes with what it has decided.
    head.current?.focus();
    decide(idsIn(state), action);
  };
  const isDefaultOpen = data.length <= mostOpened;
  const loading = (action: Decision) =>
    decision.isPending && decision.variables.ids.length > 1 && decision.variables.action === action;
  return (
    <section className="change-review" aria-labelledby={heading}>
      <header className="change-bar">
        <h3 id={heading} ref={head} tabIndex={-1}>
          {t('change.label')} <Badge>{data.length}</Badge>
        </h3>
        {mayDecide && idsIn('proposed').length > 0 && (
          <>
            {!isWriting && (
              <Button size="s" variant="primary" loading={loading('apply')} onClick={all('proposed', 'apply')}>
                {t('change.acceptAll')}
              </Button>
            )}
            <Button size="s" loading={loading('refuse')} onClick={all('proposed', 'refuse')}>
              {t('change.refuseAll')}
            </Button>
          </>
        )}
        {mayDecide && idsIn('applied').length > 0 && (
          <Button size="s" loading={loading('revert')} onClick={all('applied', 'revert')}>
            {t('change.revertAll')}
          </Button>
        )}
      </header>
      {decision.error && <Note kind="error">{errorText(decision.error)}</Note>}
      <ol>
        {data.map((change) => (
          <ChangeItem
            key={change.id}
            place={place}
            change={change}
            isOpen={toggled.has(change.id) !== isDefaultOpen}
            isBusy={busy.has(change.id)}
            isWriting={isWriting}
            onToggle={() => {
              setToggled(toggledWith(toggled, change.id));
            }}
            onDecide={
              mayDecide
                ? (action) => {
                    decide([change.id], action);
                  }
                : null
            }
          />
        ))}
      </ol>
    </section>
  );
}

function toggledWith(toggled: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(toggled);
  if (!next.delete(id)) next.add(id);
  return next;
}
