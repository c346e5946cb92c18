import {
  Button,
  CheckIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  CircleMinusIcon,
  CircleXIcon,
  ProgressBar,
  Spinner,
} from '@groma/ui';
import { useId, useState } from 'react';
import { keptErrorText } from '../../../platform/error-text.ts';
import { useText } from '../../../platform/text.ts';
import { toolNameOf, type ToolPart } from '../session/chat-message.ts';
import { showPlace } from '../session/show-place.ts';
import { toolTitleOf } from '../session/tool-title.ts';
import { readableValue } from './readable-value.ts';
import { ResultPicture } from './result-picture.tsx';
import { ResultTable } from './result-table.tsx';
import './tool-step.css';

/** Tools that give rows as CSV. */
const querying: ReadonlySet<string> = new Set(['run_sql', 'change_by_sql']);

type StepState = 'running' | 'done' | 'failed' | 'refused' | 'left';

/** One step of an answer: a tool that ran or runs, with its parameters and result to be unfolded. */
export function ToolStep({
  part,
  isLive,
  progress,
}: {
  part: ToolPart;
  /** The answer is being written. */
  isLive: boolean;
  progress?: { percent: number; message: string } | undefined;
}) {
  const t = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const state = stateOf(part, isLive);
  const title = toolTitleOf(part, t);
  const Chevron = isOpen ? ChevronDownIcon : ChevronRightIcon;
  return (
    <div className="gaia-step" data-state={state}>
      <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <Sign state={state} />
        <span className="gaia-step-title" title={title}>
          {title}
        </span>
        <span className="gaia-step-state">{t(`chat.step.${state}`)}</span>
        <Chevron size={14} />
      </button>
      {state === 'running' && progress && (
        <div className="gaia-step-progress">
          <ProgressBar value={progress.percent} label={title} />
          {progress.message !== '' && <small>{progress.message}</small>}
        </div>
      )}
      {state === 'failed' && part.errorText !== undefined && (
        <p className="gaia-step-failure">{keptErrorText(part.errorText)}</p>
      )}
      {state === 'done' && querying.has(toolNameOf(part)) && typeof part.output === 'string' && (
        <ResultTable csv={part.output} label={title} />
      )}
      {state === 'done' && <ResultPicture tool={toolNameOf(part)} output={part.output} />}
      {state === 'done' && toolNameOf(part) === 'show_on_map' && !isLive && (
        <Button size="s" onClick={() => void showPlace(part.output)}>
          {title}
        </Button>
      )}
      {isOpen && (
        <div id={id} className="gaia-step-details">
          <Details label={t('chat.parameters')} value={part.input} />
          {part.state === 'output-available' && <Details label={t('chat.result')} value={part.output} />}
        </div>
      )}
    </div>
  );
}

/** A value of a tool as text that can be read. */
export function Details({ label, value, isWhole }: { label: string; value: unknown; isWhole?: boolean }) {
  const t = useText();
  const text = readableValue(value, isWhole);
  return (
    <>
      <b>{label}</b>
      {text === '' ? (
        <p className="gaia-step-none">{t('chat.nothing')}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
        <pre tabIndex={0} dir="ltr" aria-label={label}>
          {text}
        </pre>
      )}
    </>
  );
}

function stateOf({ state, approval }: ToolPart, isLive: boolean): StepState {
  if (state === 'output-available') return 'done';
  if (state === 'output-error') return 'failed';
  if (state === 'output-denied' || approval?.approved === false) return 'refused';
  return isLive ? 'running' : 'left';
}

function Sign({ state }: { state: StepState }) {
  if (state === 'running') return <Spinner />;
  if (state === 'done') return <CheckIcon size={14} />;
  return state === 'failed' ? <CircleXIcon size={14} /> : <CircleMinusIcon size={14} />;
}
