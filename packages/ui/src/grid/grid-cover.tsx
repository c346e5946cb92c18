import type { ReactNode } from 'react';
import { EmptyState, ErrorState } from '../feedback/empty-state.tsx';
import { SkeletonRows } from '../feedback/skeleton.tsx';
import { useInterface } from '../provider/interface-context.ts';

/** What lies over the empty body: skeleton, failure, or nothing here yet. */
export function GridCover({
  state,
  empty,
  hasRowCount,
  onRetry,
}: {
  state: { status: string; rowCount: number; windowError: unknown };
  empty: ReactNode;
  hasRowCount: boolean;
  onRetry: () => void;
}) {
  const { texts } = useInterface();
  if (state.status === 'failed') {
    const reason = state.windowError instanceof Error ? state.windowError.message : undefined;
    return (
      <div className="g-grid-cover">
        <ErrorState title={texts.grid.failed} onRetry={onRetry}>
          {reason}
        </ErrorState>
      </div>
    );
  }
  // With a known count the waiting rows themselves are the skeleton.
  if (state.status === 'loading')
    return hasRowCount ? null : (
      <div className="g-grid-cover">
        <SkeletonRows rows={8} withIcon={false} label={texts.grid.loading} />
      </div>
    );
  return state.rowCount === 0 ? (
    <div className="g-grid-cover" data-see-through>
      {empty ?? <EmptyState title={texts.grid.empty} />}
    </div>
  ) : null;
}
