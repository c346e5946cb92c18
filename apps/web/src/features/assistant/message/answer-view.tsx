import { Button, CopyButton, EyeIcon, IconButton, Note, RefreshIcon, SparklesIcon, Spinner } from '@groma/ui';
import type { ChatMessageReply } from '@groma/protocol';
import { GromaError, isErrorCode } from '@groma/model';
import { lazy, memo, Suspense, useState } from 'react';
import { errorText } from '../../../platform/error-text.ts';
import { useLocale, useText } from '../../../platform/text.ts';
import { ChangeReview } from '../change/change-review.tsx';
import {
  hasChanges,
  isToolPart,
  openConsents,
  textOf,
  type GaiaMessage,
  type GaiaPart,
  type ToolPart,
} from '../session/chat-message.ts';
import type { ConsentAnswer, SessionState } from '../session/chat-session.ts';
import { BranchSwitch } from './branch-switch.tsx';
import { ConsentCard } from './consent-card.tsx';
import { ToolStep } from './tool-step.tsx';
import './answer-view.css';

const MarkdownText = lazy(async () => ({
  default: (await import('../../../platform/markdown/markdown-text.tsx')).MarkdownText,
}));

export interface AnswerProps {
  projectId: string;
  threadId: string;
  message: GaiaMessage;
  /** As it is stored; undefined while it is new. */
  stored: ChatMessageReply | undefined;
  branches: readonly string[];
  isLive: boolean;
  /** It is the last of the branch and of a conversation of one's own. */
  mayAct: boolean;
  /** The conversation is one's own or that of an agent, and one may edit. */
  mayDecide: boolean;
  /** It is one's own conversation: what was sent is nobody else's to read. */
  isOwn: boolean;
  /** Who wrote it, where it was not GAIA. */
  agent: string | null;
  progress: SessionState['progress'];
  onAnswerConsents: (messageId: string, answers: readonly ConsentAnswer[], allow: readonly string[]) => void;
  onAgain: (message: GaiaMessage) => void;
  onShowBranch: (id: string) => void;
  onShowPrompt: (messageId: string) => void;
}

/** An answer of the assistant, with its steps, as it streams and afterwards. */
export const AnswerView = memo((props: AnswerProps) => {
  const t = useText();
  const { message, stored, branches, isLive, mayAct, mayDecide, isOwn, agent, onAgain } = props;
  const { projectId, threadId, onShowBranch, onShowPrompt } = props;
  const locale = useLocale();
  const text = textOf(message);
  return (
    <article className="gaia-answer" aria-label={agent ?? t('chat.answer')} aria-busy={isLive || undefined}>
      {message.parts.map((part, at) => (
        // Parts are only ever added.
        <Part key={at} part={part} {...props} />
      ))}
      <Consents {...props} />
      {hasChanges(message) && (
        <ChangeReview
          projectId={projectId}
          threadId={threadId}
          messageId={message.id}
          isWriting={isLive}
          mayDecide={mayDecide}
        />
      )}
      {isLive && <Spinner label={t('chat.writing')} />}
      {!isLive && stored?.state === 'stopped' && <p className="gaia-stopped">{t('chat.stopped')}</p>}
      {!isLive && stored?.state === 'failed' && (
        <Note
          kind="error"
          action={
            mayAct && (
              <Button size="s" onClick={() => onAgain(message)}>
                {t('chat.retry')}
              </Button>
            )
          }
        >
          {t('chat.error', { message: failureOf(stored) ?? t('chat.brokenOff') })}
        </Note>
      )}
      {!isLive && (
        <div className="gaia-tools">
          <BranchSwitch ids={branches} current={message.id} onShow={onShowBranch} />
          {text !== '' && <CopyButton text={text} size="s" label={t('chat.copy')} feedbackMs={3_000} />}
          {mayAct && stored?.state !== 'asking' && (
            <IconButton size="s" label={t('chat.again')} icon={<RefreshIcon />} onClick={() => onAgain(message)} />
          )}
          {stored?.has_prompt && isOwn && (
            <IconButton
              size="s"
              label={t('chat.showSent')}
              icon={<EyeIcon />}
              onClick={() => onShowPrompt(message.id)}
            />
          )}
          {stored && agent !== null && <small>{momentText(stored.created_at, locale)}</small>}
          {typeof message.metadata?.model === 'string' && <small>{message.metadata.model}</small>}
        </div>
      )}
    </article>
  );
});
AnswerView.displayName = 'AnswerView';

/** Why an answer has failed, in the language of whoever reads it. */
function failureOf({ reason, error }: ChatMessageReply): string | null {
  return reason && isErrorCode(reason.code) ? errorText(new GromaError(reason.code, reason.details)) : error;
}

function momentText(moment: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(moment));
}

function Part({ part, isLive, progress }: { part: GaiaPart } & Pick<AnswerProps, 'isLive' | 'progress'>) {
  const t = useText();
  if (part.type === 'text')
    return part.text === '' ? null : (
      <Suspense fallback={<p className="gaia-plain">{part.text}</p>}>
        <MarkdownText text={part.text} />
      </Suspense>
    );
  if (part.type === 'reasoning')
    return part.text === '' ? null : (
      <details className="gaia-thoughts">
        <summary>
          <SparklesIcon size={14} /> {t('chat.thoughts')}
        </summary>
        <p>{part.text}</p>
      </details>
    );
  if (part.type === 'file' && part.mediaType.startsWith('image/') && part.url.startsWith('data:image/'))
    return <img className="gaia-picture" src={part.url} alt={part.filename ?? t('chat.picture')} />;
  if (isToolPart(part) && part.state !== 'approval-requested')
    return <ToolStep part={part} isLive={isLive} progress={progress[part.toolCallId]} />;
  return null;
}

/** Asks for consent; several that one answer asks for are answered one by one and sent together. */
function Consents({ projectId, message, isLive, stored, mayAct, onAnswerConsents }: AnswerProps) {
  const t = useText();
  const [decided, setDecided] = useState<Readonly<Record<string, { isAllowed: boolean; isAlways: boolean }>>>({});
  const asked = openConsents(message);
  if (asked.length === 0 || isLive) return null;
  const mayAnswer = mayAct && (stored === undefined || stored.state === 'asking');
  const answer = (id: string, isAllowed: boolean, isAlways: boolean) => {
    const next = { ...decided, [id]: { isAllowed, isAlways } };
    setDecided(next);
    const ids = asked.map(approvalOf);
    if (!ids.every((each) => next[each])) return;
    onAnswerConsents(
      message.id,
      ids.map((approval) => ({ approval, isAllowed: next[approval]!.isAllowed })),
      ids.filter((each) => next[each]!.isAlways),
    );
  };
  return (
    <>
      {asked.map((part) => (
        <ConsentCard
          key={part.toolCallId}
          projectId={projectId}
          part={part}
          mayAnswer={mayAnswer}
          decided={decided[approvalOf(part)]?.isAllowed}
          onAnswer={(isAllowed, isAlways) => answer(approvalOf(part), isAllowed, isAlways)}
        />
      ))}
      {!mayAnswer && <p className="gaia-stopped">{t('chat.notAnswered')}</p>}
    </>
  );
}

const approvalOf = (part: ToolPart): string => part.approval?.id ?? '';
