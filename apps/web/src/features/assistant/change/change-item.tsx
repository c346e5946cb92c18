import { codeLanguages, GromaError, isErrorCode } from '@groma/model';
import type { ChatChangeReply } from '@groma/protocol';
import {
  ArrowBackUpIcon,
  Badge,
  CheckIcon,
  ChevronDownIcon,
  ChevronRightIcon,
  CodeIcon,
  FileTextIcon,
  IconButton,
  MapPinIcon,
  Note,
  PaletteIcon,
  PlusIcon,
  SchemaIcon,
  Truncated,
  XIcon,
} from '@groma/ui';
import { useId, useRef } from 'react';
import { errorText } from '../../../platform/error-text.ts';
import { useText } from '../../../platform/text.ts';
import { CellTrial } from './cell-trial.tsx';
import type { ChangePlace, Decision } from './change-calls.ts';
import { ChangeContent } from './change-content.tsx';

const icons = {
  cell: CodeIcon,
  file: FileTextIcon,
  features: MapPinIcon,
  style: PaletteIcon,
  workflow: SchemaIcon,
  created: PlusIcon,
};
const stateTones = { proposed: 'blue', applied: 'green', refused: 'neutral', reverted: 'neutral' } as const;
const checkTones = { CHECKING: 'neutral', PASSED: 'green', FAILED: 'red', SKIP_CHECK: 'amber' } as const;

export interface ChangeItemProps {
  place: ChangePlace;
  change: ChatChangeReply;
  isOpen: boolean;
  onToggle: () => void;
  /** Null for who may only look. */
  onDecide: ((action: Decision) => void) | null;
  isBusy: boolean;
  /** Its turn is being written, and may still make it another. */
  isWriting: boolean;
}

/** One change: what it is, how it stands, what it does, and what can be decided. */
export function ChangeItem({ place, change, isOpen, onToggle, onDecide, isBusy, isWriting }: ChangeItemProps) {
  const t = useText();
  const content = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const { title, state, check } = change;
  const Icon = icons[change.kind];
  const decide = (action: Decision) => () => {
    // The button that was pressed goes: the keyboard stays at the change.
    toggle.current?.focus();
    onDecide?.(action);
  };
  const problem = problemOf(change);
  return (
    <li className="change-item">
      <div className="change-head">
        <button
          ref={toggle}
          type="button"
          className="change-toggle"
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={onToggle}
        >
          {isOpen ? <ChevronDownIcon size={14} /> : <ChevronRightIcon size={14} />}
          <Icon size={16} />
          <Truncated text={title} />
          <span className="g-visually-hidden">{t(`change.kind.${kindOf(change)}`)}</span>
        </button>
        {onDecide && state === 'proposed' && (
          <>
            <IconButton
              size="s"
              icon={<CheckIcon size={14} />}
              label={t('change.accept', { title })}
              loading={isBusy}
              disabledReason={isWriting || check === 'CHECKING' ? errorText(new GromaError('TURN_RUNNING')) : undefined}
              onClick={decide('apply')}
            />
            <IconButton
              size="s"
              icon={<XIcon size={14} />}
              label={t('change.refuse', { title })}
              loading={isBusy}
              onClick={decide('refuse')}
            />
          </>
        )}
        {onDecide && state === 'applied' && change.kind !== 'created' && (
          <IconButton
            size="s"
            icon={<ArrowBackUpIcon size={14} />}
            label={t('change.revert', { title })}
            loading={isBusy}
            onClick={decide('revert')}
          />
        )}
      </div>
      <p className="change-states" aria-live="polite">
        <span>{t(`change.kind.${kindOf(change)}`)}</span>
        <Badge tone={stateTones[state]}>{t(`change.state.${state}`)}</Badge>
        {check && <Badge tone={checkTones[check]}>{t(`change.check.${check}`)}</Badge>}
      </p>
      {problem && <Note kind="warning">{problem}</Note>}
      <div id={content} className="change-content" hidden={!isOpen}>
        {isOpen && <ChangeContent change={change} />}
        {isOpen && onDecide && isTriable(change) && <CellTrial place={place} change={change} />}
      </div>
    </li>
  );
}

/** What the last decision failed for, in the language of the person, or what the check found, as the linter says it. */
function problemOf({ problem, error }: ChatChangeReply): string | null {
  return error && isErrorCode(error.code) ? errorText(new GromaError(error.code, error.details)) : problem;
}

/** Whether it is code that can be run before it is accepted. */
function isTriable({ kind, state, after, language }: ChatChangeReply): boolean {
  return kind === 'cell' && state === 'proposed' && after !== null && codeLanguages.some((each) => each === language);
}

/** Which text says what becomes of it. */
function kindOf({ kind, before, after }: ChatChangeReply): string {
  if (kind === 'created') return `new-${(after as { kind: string }).kind}`;
  if (kind !== 'cell') return kind;
  if (before === null) return 'new-cell';
  if (after === null) return 'deleted-cell';
  return before === after ? 'moved-cell' : 'cell';
}
