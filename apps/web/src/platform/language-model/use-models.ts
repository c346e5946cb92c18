import { assistant, type ModelsReply } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { createStored } from '../stored.ts';

type OfferedModel = ModelsReply['models'][number];

/** The model that this person has chosen, for all that asks one (AIA-025, DBS-031). */
const useChoice = createStored('groma.block-chat', { model: '' });

/** The models of this server; `isReady` once they are known. */
export function useModels(): { models: readonly OfferedModel[]; defaultModel: string | null; isReady: boolean } {
  const { data } = useQuery({
    queryKey: ['models'],
    queryFn: async () => (await api.call(assistant.listModels)).data,
    staleTime: 300_000,
  });
  return { models: data?.models ?? [], defaultModel: data?.defaultModel ?? null, isReady: data !== undefined };
}

/**
 * The model that is asked: the one chosen here, where it is still offered, else the server's; undefined where there is
 * none.
 */
export function useChosenModel(): { chosen: OfferedModel | undefined; choose: (id: string) => void; isReady: boolean } {
  const { models, defaultModel, isReady } = useModels();
  const { model } = useChoice();
  const chosen = models.find(({ id }) => id === model) ?? models.find(({ id }) => id === defaultModel);
  return {
    chosen,
    isReady,
    choose: (id) => {
      useChoice.setState({ model: id });
    },
  };
}
