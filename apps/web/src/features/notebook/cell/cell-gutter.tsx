import type { CellState } from '@groma/model';
import {
  CheckIcon,
  PlayerPlayIcon,
  PlayerStopIcon,
  Spinner,
  Tooltip,
  useInterface,
  useNumberFormat,
  XIcon,
} from '@groma/ui';
import { useText } from '../../../platform/text.ts';
import { ordinal } from './ordinal.ts';
import type { RunState } from './run-state.ts';

interface CellGutterProps {
  cell: CellState;
  state: RunState;
  isCreatingKernel: boolean;
  /** Left out where one may not run. */
  onRun: (() => void) | undefined;
}

/** Beside the block: how its run stands, its number, and under the pointer the button that runs it. */
export function CellGutter({ cell, state, isCreatingKernel, onRun }: CellGutterProps) {
  const t = useText();
  const isBusy = state === 'running' || state === 'queued';
  const refusal = isCreatingKernel ? t('notebook.kernelStarting') : undefined;
  return (
    <div className="cell-gutter">
      {!isBusy && onRun && (
        <Tooltip label={refusal ?? t('notebook.run')} shortcut={refusal ? undefined : 'Shift+Enter'}>
          <button
            type="button"
            className="cell-run"
            aria-label={t('notebook.run')}
            aria-keyshortcuts="Shift+Enter"
            aria-disabled={refusal ? true : undefined}
            onClick={refusal ? undefined : onRun}
          >
            <PlayerPlayIcon size={13} />
          </button>
        </Tooltip>
      )}
      <StateMark state={state} place={cell.queuePlace} />
      {cell.executionCount !== null && !isBusy && (
        <span className="cell-count" title={t('notebook.runNumber', { number: cell.executionCount })}>
          {cell.executionCount}
        </span>
      )}
    </div>
  );
}

function StateMark({ state, place }: { state: RunState; place: number | null }) {
  const t = useText();
  const { locale } = useInterface();
  const number = useNumberFormat();
  switch (state) {
    case 'running':
      return (
        <span className="cell-mark">
          <Spinner label={t('notebook.state.running')} />
        </span>
      );
    case 'queued':
      return (
        <span
          className="cell-mark"
          data-queued
          role="img"
          aria-label={place ? t('notebook.queued', { place: ordinal(place, locale) }) : t('notebook.state.queued')}
        >
          {place ? number.format(place) : ''}
        </span>
      );
    case 'finished':
      return (
        <span className="cell-mark" role="img" aria-label={t('notebook.state.finished')}>
          <CheckIcon size={14} />
        </span>
      );
    case 'failed':
      return (
        <span className="cell-mark" role="img" aria-label={t('notebook.state.failed')}>
          <XIcon size={14} />
        </span>
      );
    case 'stopped':
      return (
        <span className="cell-mark" role="img" aria-label={t('notebook.state.stopped')}>
          <PlayerStopIcon size={13} />
        </span>
      );
    case 'idle':
      return null;
  }
}
