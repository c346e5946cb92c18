import { imagenModel } from './imagen-model.ts';
import type { ModelProvider } from './model-provider.ts';

/** Google, by its generative language service. */
export const googleProvider: ModelProvider = {
  async open({ url, key, fetch }) {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI({ baseURL: url, apiKey: key, fetch }).languageModel;
  },
  openImages: (access) => Promise.resolve((modelId) => imagenModel(access, modelId)),
};
