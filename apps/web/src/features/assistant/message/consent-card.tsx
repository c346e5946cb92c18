import { Button, Check, ShieldLockIcon } from '@groma/ui';
import { useEffect, useId, useRef, useState } from 'react';
import { consentScope } from '@groma/model';
import { useText } from '../../../platform/text.ts';
import { toolNameOf, type ToolPart } from '../session/chat-message.ts';
import { toolTitleOf } from '../session/tool-title.ts';
import { NamedIds } from './named-ids.tsx';
import { Details } from './tool-step.tsx';
import './consent-card.css';

/**
 * Asks whether a tool may run, with what it would do. It takes the keyboard where nobody writes; else it is only
 * announced.
 */
export function ConsentCard({
  projectId,
  part,
  decided,
  mayAnswer,
  onAnswer,
}: {
  projectId: string;
  part: ToolPart;
  /** What was answered, while others of the same answer wait. */
  decided: boolean | undefined;
  mayAnswer: boolean;
  onAnswer: (isAllowed: boolean, isAlways: boolean) => void;
}) {
  const t = useText();
  const id = useId();
  const card = useRef<HTMLDivElement>(null);
  const [isAlways, setAlways] = useState(false);
  useEffect(() => {
    const { activeElement } = document;
    const isFree =
      activeElement === null ||
      activeElement === document.body ||
      (activeElement instanceof HTMLTextAreaElement &&
        activeElement.value === '' &&
        activeElement.closest('.gaia') !== null);
    if (mayAnswer && isFree) card.current?.focus({ preventScroll: true });
  }, [mayAnswer]);
  const title = toolTitleOf(part, t);
  const scope = consentScope(toolNameOf(part), part.input);
  return (
    <div ref={card} className="gaia-consent" role="group" aria-labelledby={id} tabIndex={-1}>
      <p id={id}>
        <ShieldLockIcon size={16} />
        <span>{t('chat.consent', { tool: title })}</span>
      </p>
      <NamedIds projectId={projectId} part={part} />
      <Details label={t('chat.parameters')} value={part.input} isWhole />
      {mayAnswer && decided === undefined && (
        <>
          {scope && (
            <Check checked={isAlways} onChange={setAlways}>
              {t(`chat.always.${alwaysOf(scope.on)}`)}
            </Check>
          )}
          <div className="gaia-consent-answers">
            <Button size="s" variant="primary" onClick={() => onAnswer(true, isAlways)}>
              {t('chat.allow')}
            </Button>
            <Button size="s" onClick={() => onAnswer(false, false)}>
              {t('chat.refuse')}
            </Button>
          </div>
        </>
      )}
      {decided !== undefined && <small>{t(decided ? 'chat.allowed' : 'chat.refused')}</small>}
    </div>
  );
}

/** Whether it would cover a kind of results, or the one thing that the call works on. */
function alwaysOf(on: string): 'layer' | 'file' | 'thing' {
  return on === 'layer' || on === 'file' ? on : 'thing';
}
