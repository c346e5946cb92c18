import { useChat } from '@ai-sdk/react';
import { ArrowDownIcon, Button, IconButton, Note, Spinner } from '@groma/ui';
import { useCallback, useMemo, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { can } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { siblingsOf } from '../session/branch.ts';
import { isToolPart, openConsents, type GaiaMessage } from '../session/chat-message.ts';
import type { ChatSession, ConsentAnswer, Question, SessionState } from '../session/chat-session.ts';
import { toolTitleOf } from '../session/tool-title.ts';
import { AnswerView } from './answer-view.tsx';
import { QuestionView } from './question-view.tsx';
import { showSentPrompt } from './sent-prompt.tsx';
import { useEndInSight } from './use-end-in-sight.ts';
import './message-list.css';

/** The screen follows what streams no faster than this, in milliseconds: long answers stay smooth. */
const drawMs = 80;
const noBranches: readonly string[] = [];
const noProgress: SessionState['progress'] = {};

/** The branch that is shown, from its first question to the answer that streams. */
export function MessageList({
  projectId,
  session,
  state,
  isOwn,
  agent,
  settings,
}: {
  projectId: string;
  session: ChatSession;
  state: SessionState;
  isOwn: boolean;
  /** The agent that proposes changes here: everyone who may edit decides them. */
  agent: string | null;
  /** How questions are asked that are asked again. */
  settings: Omit<Question, 'text' | 'attachments'>;
}) {
  const t = useText();
  const { messages, status } = useChat<GaiaMessage>({ chat: session.chat, throttle: drawMs });
  const [failure, setFailure] = useState<string | null>(null);
  const isBusy = status === 'submitted' || status === 'streaming';
  const { scroller, isAtEnd, toEnd } = useEndInSight(messages);
  const branches = useMemo(
    () => new Map(state.messages.map(({ id }) => [id, siblingsOf(state.messages, id).map((each) => each.id)])),
    [state.messages],
  );
  const stored = useMemo(() => new Map(state.messages.map((each) => [each.id, each])), [state.messages]);
  const doing = useCallback((act: Promise<void>) => {
    setFailure(null);
    act.catch((reason: unknown) => setFailure(errorText(reason)));
  }, []);
  const { selectedLLM, isAnalyst } = settings;
  const onEdit = useCallback(
    (message: GaiaMessage, text: string) => {
      const attachments = message.metadata?.attachments ?? [];
      const { unsent, messages: known } = session.store.getState();
      const parent =
        unsent?.body.id === message.id
          ? unsent.body.parent
          : (known.find(({ id }) => id === message.id)?.parent ?? null);
      doing(session.ask({ text, attachments, selectedLLM, isAnalyst }, parent));
    },
    [session, doing, selectedLLM, isAnalyst],
  );
  const onAgain = useCallback(
    ({ id }: GaiaMessage) => {
      const parent = session.store.getState().messages.find((each) => each.id === id)?.parent;
      if (parent) doing(session.answerAgain(parent, { selectedLLM, isAnalyst }));
    },
    [session, doing, selectedLLM, isAnalyst],
  );
  const onShowBranch = useCallback((id: string) => doing(session.showBranch(id)), [session, doing]);
  const onConsents = useCallback(
    (id: string, answers: readonly ConsentAnswer[], allow: readonly string[]) =>
      doing(session.answerConsents(id, answers, allow, isAnalyst)),
    [session, doing, isAnalyst],
  );
  const onShowPrompt = useCallback(
    (messageId: string) => showSentPrompt({ projectId, threadId: session.threadId, messageId }),
    [projectId, session],
  );
  const last = messages.at(-1);
  const said = state.unsent?.failure ?? state.refusal ?? failure;
  return (
    <div className="gaia-log-frame">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div ref={scroller} className="gaia-log" role="log" aria-live="off" aria-label={t('chat.messages')} tabIndex={0}>
        {/* By their places: who goes from branch to branch keeps the focus. */}
        {messages.map((message, at) =>
          message.role === 'user' ? (
            <QuestionView
              key={at}
              message={message}
              branches={branches.get(message.id) ?? noBranches}
              mayEdit={isOwn && !isBusy}
              onEdit={onEdit}
              onShowBranch={onShowBranch}
            />
          ) : (
            <AnswerView
              key={at}
              projectId={projectId}
              threadId={session.threadId}
              message={message}
              stored={stored.get(message.id)}
              branches={branches.get(message.id) ?? noBranches}
              isLive={isBusy && message === last}
              mayAct={isOwn && !isBusy && message === last}
              isOwn={isOwn}
              mayDecide={(isOwn || agent !== null) && can('update', 'project')}
              agent={agent}
              progress={message === last ? state.progress : noProgress}
              onAnswerConsents={onConsents}
              onAgain={onAgain}
              onShowBranch={onShowBranch}
              onShowPrompt={onShowPrompt}
            />
          ),
        )}
        {isBusy && last?.role === 'user' && <Spinner label={t('chat.writing')} />}
        {state.isAway && <Note kind="warning">{t('chat.away')}</Note>}
        {said !== null && !state.isAway && (
          <Note
            kind="error"
            action={
              state.unsent && (
                <Button size="s" onClick={() => doing(session.retry())}>
                  {t('chat.retry')}
                </Button>
              )
            }
          >
            {t('chat.error', { message: said })}
          </Note>
        )}
      </div>
      {!isAtEnd && (
        <div className="gaia-to-end">
          <IconButton label={t('chat.toEnd')} icon={<ArrowDownIcon />} onClick={toEnd} />
        </div>
      )}
      <p className="gaia-said" aria-live="polite">
        {announcementOf(last, isBusy, t)}
      </p>
    </div>
  );
}

/** What somebody who does not see the chat is told: that it writes, which tool runs, that it asks or is done. */
function announcementOf(last: GaiaMessage | undefined, isBusy: boolean, t: ReturnType<typeof useText>): string {
  if (!last) return '';
  const running = isBusy ? last.parts.findLast(isToolPart) : undefined;
  if (running && running.state !== 'output-available') return toolTitleOf(running, t);
  if (isBusy) return t('chat.writing');
  if (last.role === 'user') return '';
  const [asked] = openConsents(last);
  return asked ? t('chat.consent', { tool: toolTitleOf(asked, t) }) : t('chat.answered');
}
