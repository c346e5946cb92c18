import { ErrorState, SkeletonRows } from '@groma/ui';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { errorText } from '../api.ts';
import { useText } from '../text.ts';
import { PartBoundary } from './part-boundary.tsx';

type Load<Props> = () => Promise<ComponentType<Props>>;

export interface LoadedPartProps<Props extends object> {
  /** Must be the same function at each draw; what it loaded is kept under it. */
  load: Load<Props>;
  props: Props;
  /** Shown while the code is on its way; skeleton rows when left out. */
  waiting?: ReactNode;
  /** Told where the loading stands, whenever that changes. Must be stable. */
  onLoadState?: (state: LoadState) => void;
}

/** Where the loading of a part stands (SHL-026): not begun or failed, on its way, here. */
export const loadStates = ['IDLE', 'RUNNING', 'COMPLETED'] as const;
export type LoadState = (typeof loadStates)[number];

const kept = new WeakMap<Load<never>, ComponentType<never>>();

/** A part of the screen whose code is loaded when it is first drawn, with an error and a retry when that fails. */
export function LoadedPart<Props extends object>({ load, props, waiting, onLoadState }: LoadedPartProps<Props>) {
  const t = useText();
  const [attempt, setAttempt] = useState({ number: 0, load });
  const [failure, setFailure] = useState<{ load: Load<Props>; error: unknown } | null>(null);
  const Part = kept.get(load as Load<never>) as ComponentType<Props> | undefined;
  useEffect(() => {
    if (kept.has(load as Load<never>)) return undefined;
    let isCurrent = true;
    load().then(
      (loaded) => {
        kept.set(load as Load<never>, loaded as ComponentType<never>);
        if (isCurrent) setAttempt(({ number }) => ({ number: number + 1, load }));
      },
      (error: unknown) => {
        if (isCurrent) setFailure({ load, error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);
  const state: LoadState = Part ? 'COMPLETED' : failure?.load === load ? 'IDLE' : 'RUNNING';
  useEffect(() => onLoadState?.(state), [state, onLoadState]);
  if (Part)
    return (
      <PartBoundary title={t('shell.partFailed')}>
        <Part {...props} />
      </PartBoundary>
    );
  if (failure?.load !== load) return <>{waiting === undefined ? <SkeletonRows rows={6} /> : waiting}</>;
  const retry = () => {
    setFailure(null);
    setAttempt(({ number }) => ({ number: number + 1, load }));
  };
  return (
    <ErrorState title={t('shell.partNotLoaded')} onRetry={retry}>
      {errorText(failure.error)}
    </ErrorState>
  );
}
