import type { ModelProvider } from './model-provider.ts';

/** OpenAI, by its chat completions: what proxies in front of it understand too. */
export const openaiProvider: ModelProvider = {
  async open({ url, key, fetch }) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ baseURL: url, apiKey: key, fetch }).chat;
  },
  async openImages({ url, key, fetch }) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ baseURL: url, apiKey: key, fetch }).image;
  },
};
