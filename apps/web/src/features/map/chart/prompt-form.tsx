import { Button, MentionField, Note, SparklesIcon } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/error-text.ts';
import { ModelPicker } from '../../../platform/language-model/model-picker.tsx';
import { useChosenModel } from '../../../platform/language-model/use-models.ts';
import { useText } from '../../../platform/text.ts';
import { useKeptText } from '../../../platform/unsaved/kept-text.ts';
import type { MapSession } from '../session/map-session.ts';
import type { LoadedLayer } from '../session/map-state.ts';
import { askForChart } from './ask-for-chart.ts';
import { createChart } from './chart-calls.ts';
import { useOtherLayers } from './vector-layers.ts';

/**
 * Has a language model choose what a chart shows (VEC-027 to VEC-029). What it answers is only a choice of columns,
 * read like any other input.
 */
export function PromptForm({ session, layerId, layer }: { session: MapSession; layerId: string; layer: LoadedLayer }) {
  const t = useText();
  const [typed, setPrompt] = useKeptText(`chart-prompt.${layerId}`);
  const prompt = typed ?? '';
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const others = useOtherLayers(session, layerId);
  const { chosen, isReady } = useChosenModel();
  const generate = async (): Promise<void> => {
    setFailure(null);
    if (prompt.trim() === '') return setProblem(t('chart.noPrompt'));
    if (isBusy || !chosen) return;
    setIsBusy(true);
    try {
      const config = await askForChart(
        { session, layerId, columns: layer.columns, others, prompt, model: chosen.id },
        t,
      );
      await createChart(session, { ...config, layer_id: layerId });
      setPrompt(null);
    } catch (error) {
      setFailure(t('chart.failed', { message: errorText(error) || t('chart.unknownError') }));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form
      className="chart-form"
      onSubmit={(event) => {
        event.preventDefault();
        void generate();
      }}
    >
      <MentionField
        label={t('chart.prompt')}
        hideLabel
        value={prompt}
        sign="@"
        options={others}
        placeholder={t('chart.promptPlaceholder')}
        rows={4}
        error={problem}
        onChange={(value) => {
          setPrompt(value);
          setProblem(null);
        }}
        onSubmit={() => {
          void generate();
        }}
      />
      <ModelPicker />
      {failure !== null && <Note kind="error">{failure}</Note>}
      <Button
        type="submit"
        variant="primary"
        size="s"
        icon={<SparklesIcon />}
        loading={isBusy}
        disabled={isReady && !chosen}
      >
        {t('chart.generate')}
      </Button>
      <p className="chart-hint">{t('chart.promptHint')}</p>
    </form>
  );
}
