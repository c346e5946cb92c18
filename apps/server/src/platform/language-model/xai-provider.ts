import type { ModelProvider } from './model-provider.ts';

/** xAI, by its chat completions. */
export const xaiProvider: ModelProvider = {
  async open({ url, key, fetch }) {
    const { createXai } = await import('@ai-sdk/xai');
    return createXai({ baseURL: url, apiKey: key, fetch }).languageModel;
  },
  async openImages({ url, key, fetch }) {
    const { createXai } = await import('@ai-sdk/xai');
    return createXai({ baseURL: url, apiKey: key, fetch }).image;
  },
};
