import { EmptyState, Note, SparklesIcon } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { Composer } from '../composer/composer.tsx';
import { ExampleQuestions } from '../composer/example-questions.tsx';
import { focusComposer } from '../composer/focus-composer.ts';
import { chatSession, type Question } from '../session/chat-session.ts';
import { openThread } from '../session/chat-store.ts';
import { createThread } from './thread-calls.ts';
import './new-chat.css';

/** Before the first question of a conversation, which begins with it. */
export function NewChat({ projectId }: { projectId: string }) {
  const t = useText();
  const [prompt, setPrompt] = useState<{ text: string } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const send = async (question: Question): Promise<boolean> => {
    setFailure(null);
    try {
      const { id } = await createThread(projectId);
      void chatSession(projectId, id).ask(question, null);
      openThread(projectId, id);
      return true;
    } catch (error) {
      setFailure(errorText(error));
      return false;
    }
  };
  return (
    <>
      <div className="gaia-empty">
        <EmptyState icon={<SparklesIcon size={18} />} title={t('chat.emptyTitle')}>
          {t('chat.emptyText')}
        </EmptyState>
        <ExampleQuestions
          projectId={projectId}
          onChoose={(text) => {
            setPrompt({ text });
            focusComposer();
          }}
        />
        {failure !== null && <Note kind="error">{t('chat.error', { message: failure })}</Note>}
      </div>
      <Composer isBusy={false} prompt={prompt} onSend={send} onStop={() => undefined} />
    </>
  );
}
