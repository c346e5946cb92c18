import type { ModelMaker } from '@groma/model';
import { anthropicProvider } from './anthropic-provider.ts';
import { compatibleProvider } from './compatible-provider.ts';
import { googleProvider } from './google-provider.ts';
import type { ModelProvider } from './model-provider.ts';
import { openaiProvider } from './openai-provider.ts';
import { xaiProvider } from './xai-provider.ts';

export type ProviderKind = ModelMaker | 'compatible';

/** A provider with the middle of the names of its settings (`GROMA_…_KEY`, `GROMA_…_URL`) and its usual address. */
export interface ListedProvider {
  kind: ProviderKind;
  setting: string;
  url: string | null;
  provider: ModelProvider;
}

/** All kinds of services, those of the server's own choice first: a model that two offer is asked of the first. */
export const providerTable: readonly ListedProvider[] = [
  { kind: 'compatible', setting: 'MODEL', url: null, provider: compatibleProvider },
  { kind: 'openai', setting: 'OPENAI', url: 'https://api.openai.com/v1', provider: openaiProvider },
  { kind: 'anthropic', setting: 'ANTHROPIC', url: 'https://api.anthropic.com/v1', provider: anthropicProvider },
  {
    kind: 'google',
    setting: 'GOOGLE',
    url: 'https://generativelanguage.googleapis.com/v1beta',
    provider: googleProvider,
  },
  { kind: 'xai', setting: 'XAI', url: 'https://api.x.ai/v1', provider: xaiProvider },
];
