import type { ModelProvider } from './model-provider.ts';

/** Whatever speaks OpenAI's chat completions: Ollama, vLLM, LM Studio, LiteLLM, a gateway of an institution. */
export const compatibleProvider: ModelProvider = {
  async open({ url, key, fetch }) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({
      name: 'compatible',
      baseURL: url,
      ...(key !== '' && { apiKey: key }),
      fetch,
      includeUsage: true,
    }).chatModel;
  },
  async openImages({ url, key, fetch }) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({ name: 'compatible', baseURL: url, ...(key !== '' && { apiKey: key }), fetch })
      .imageModel;
  },
};
