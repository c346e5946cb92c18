import { Note, SelectField } from '@groma/ui';
import { errorText } from '../error-text.ts';
import { GromaError } from '@groma/model';
import { useText } from '../text.ts';
import { useChosenModel, useModels } from './use-models.ts';

/**
 * Chooses the language model to ask, each labelled Pro or Free (AIA-021); says what to set where there is none
 * (AIA-062).
 */
export function ModelPicker({ hideLabel = false }: { hideLabel?: boolean }) {
  const t = useText();
  const { models } = useModels();
  const { chosen, choose, isReady } = useChosenModel();
  if (isReady && !chosen) return <Note kind="info">{errorText(new GromaError('NO_MODEL'))}</Note>;
  return (
    <SelectField
      size="s"
      {...(hideLabel ? { 'aria-label': t('assistant.model') } : { label: t('assistant.model') })}
      value={chosen?.id ?? null}
      onChange={choose}
      disabled={!isReady}
      allowDeselect={false}
      options={models.map(({ id, name, isPro }) => ({
        value: id,
        label: `${name} · ${t(isPro ? 'assistant.pro' : 'assistant.free')}`,
      }))}
    />
  );
}
