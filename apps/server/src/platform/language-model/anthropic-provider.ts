import type { ModelProvider } from './model-provider.ts';

/** Anthropic's names of the models, where they are others than the product's. */
const names: Readonly<Record<string, string>> = {
  'claude-4-sonnet': 'claude-sonnet-4-20250514',
  'claude-3.5-haiku': 'claude-3-5-haiku-latest',
};

/** Anthropic, by its messages. */
export const anthropicProvider: ModelProvider = {
  async open({ url, key, fetch }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const provider = createAnthropic({ baseURL: url, apiKey: key, fetch });
    return (id) => provider.languageModel(names[id] ?? id);
  },
};
