import { assistant } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { useModels } from '../../../platform/language-model/use-models.ts';
import { useText } from '../../../platform/text.ts';

/** How many questions to Pro models are left this month (AIA-022); nothing where none is offered. */
export function ProQueries({ projectId }: { projectId: string }) {
  const t = useText();
  const { models } = useModels();
  const hasPro = models.some(({ isPro }) => isPro);
  const { data } = useQuery({
    queryKey: ['pro-queries', projectId],
    enabled: hasPro,
    queryFn: async ({ signal }) => (await api.call(assistant.readProQueries, { params: { projectId }, signal })).data,
  });
  if (!hasPro || !data) return null;
  const { left, limit } = data;
  return (
    <small className="gaia-pro" title={t('chat.proLeftLong', { left, limit })}>
      {t('chat.proLeft', { left, limit })}
    </small>
  );
}
