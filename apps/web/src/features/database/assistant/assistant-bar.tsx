import { Button, CheckIcon, MentionField, Note, PlayerStopIcon, SparklesIcon, Spinner, XIcon } from '@groma/ui';
import { ModelPicker } from '../../../platform/language-model/model-picker.tsx';
import { QueriesLeft } from '../../../platform/language-model/queries-left.tsx';
import { useChosenModel } from '../../../platform/language-model/use-models.ts';
import { useText } from '../../../platform/text.ts';
import { useKeptText } from '../../../platform/unsaved/kept-text.ts';
import { useSchema } from '../database-calls.ts';
import { knownTables } from '../editor/known-tables.ts';
import type { SqlDraft } from '../editor/sql-draft.ts';
import { tableMentions } from './table-mentions.ts';
import { useSqlAssistant, type SqlAssistant } from './use-sql-assistant.ts';
import './assistant-bar.css';

/** The bar above the SQL in which a language model is asked to draft it (DBS-019 to DBS-032). */
export function AssistantBar({ draft }: { draft: SqlDraft }) {
  const t = useText();
  const [typed, setPrompt] = useKeptText(`sql-prompt.${draft.databaseId}`);
  const prompt = typed ?? '';
  const assistant = useSqlAssistant(draft);
  const { chosen, isReady } = useChosenModel();
  const { data: schema } = useSchema(draft.databaseId);
  const { state } = assistant;
  const isGenerating = state.status === 'generating';
  const send = async (): Promise<void> => {
    if (!chosen || isGenerating || prompt.trim() === '') return;
    if (await assistant.generate(prompt.trim(), chosen.id)) setPrompt(null);
  };
  const failure = isGenerating ? null : state.failure;
  // Without a model there is nothing to ask; the assistant's drawer says what to set.
  if (isReady && !chosen) return null;
  return (
    <section className="sql-assistant" aria-label={t('sqlAssistant.label')}>
      <div className="sql-assistant-ask">
        <MentionField
          label={t('sqlAssistant.prompt')}
          hideLabel
          value={prompt}
          onChange={setPrompt}
          sign="/"
          options={tableMentions(knownTables(schema))}
          rows={1}
          disabled={isGenerating}
          placeholder={t(state.status === 'generated' ? 'sqlAssistant.followUp' : 'sqlAssistant.placeholder')}
          onSubmit={() => {
            void send();
          }}
        />
        <ModelPicker hideLabel />
        {chosen && <QueriesLeft isPro={chosen.isPro} />}
        {isGenerating ? (
          <Button size="s" icon={<PlayerStopIcon />} onClick={assistant.stop}>
            {t('sqlAssistant.stop')}
          </Button>
        ) : (
          <Button
            size="s"
            variant="primary"
            icon={<SparklesIcon />}
            disabled={prompt.trim() === '' || !chosen}
            onClick={() => {
              void send();
            }}
          >
            {t('sqlAssistant.generate')}
          </Button>
        )}
      </div>
      <Outcome assistant={assistant} />
      {failure !== null && <Note kind="error">{[t('sqlAssistant.failed'), failure].filter(Boolean).join(' ')}</Note>}
    </section>
  );
}

/** What is on its way, or what to do with what has come. */
function Outcome({ assistant: { state, accept, reject } }: { assistant: SqlAssistant }) {
  const t = useText();
  if (state.status === 'generating') {
    return (
      <div className="sql-assistant-draft" aria-live="polite">
        <span>
          <Spinner label={t('sqlAssistant.generating')} /> {state.partial?.title ?? t('sqlAssistant.generating')}
        </span>
        {state.partial && <pre>{state.partial.sql}</pre>}
      </div>
    );
  }
  if (state.status !== 'generated') return null;
  return (
    <div className="sql-assistant-settle" role="group" aria-label={t('sqlAssistant.drafted')}>
      <b>{state.title ?? t('sqlAssistant.drafted')}</b>
      <span>{t('sqlAssistant.notRun')}</span>
      <Button size="s" variant="primary" icon={<CheckIcon />} onClick={accept}>
        {t('sqlAssistant.accept')}
      </Button>
      <Button size="s" icon={<XIcon />} onClick={reject}>
        {t('sqlAssistant.reject')}
      </Button>
    </div>
  );
}
