import type { ImageModelV4, LanguageModelV4 } from '@ai-sdk/provider';

/** What a provider is reached with. */
interface ProviderAccess {
  url: string;
  key: string;
  fetch: typeof fetch;
}

/** A member of the family of providers: how one kind of service is spoken to. */
export interface ModelProvider {
  /** Prepared when a model of it is wanted first, since the libraries take their time to load. */
  open(access: ProviderAccess): Promise<(modelId: string) => LanguageModelV4>;
  /** The same for models that draw; left out where there are none. */
  openImages?(access: ProviderAccess): Promise<(modelId: string) => ImageModelV4>;
}
