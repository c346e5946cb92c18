import { useNumberFormat } from '@groma/ui';
import { useModels } from '../../../platform/language-model/use-models.ts';
import { useProQueries } from '../../../platform/language-model/use-pro-queries.ts';
import { useText } from '../../../platform/text.ts';
import './pro-queries.css';

/** How many questions to Pro models are left this month, in short (AIA-022); nothing where none is offered. */
export function ProQueries({ projectId }: { projectId: string }) {
  const t = useText();
  const numbers = useNumberFormat();
  const { models } = useModels();
  const queries = useProQueries(
    projectId,
    models.some(({ isPro }) => isPro),
  );
  if (!queries) return null;
  const { left, limit } = queries;
  const long = t('assistant.proQueriesLeft', { left });
  return (
    <small className="gaia-pro" role="note" title={long} aria-label={long}>
      {`${numbers.format(left)}/${numbers.format(limit)} ${t('assistant.pro')}`}
    </small>
  );
}
