/** Whose model it is, and so by which provider it is reached. */
export type ModelMaker = 'anthropic' | 'openai' | 'xai' | 'google';

/** A language model that people can choose (AIA-008). */
export interface ChatModel {
  id: string;
  name: string;
  description: string;
  /** Characters that one question may have, with all that goes with it (AIA-020). */
  characterLimit: number;
  /** A Pro model counts against the plan, the others are Free (AIA-019). */
  isPro: boolean;
}

/** The model chosen for people who have chosen none (AIA-009). */
export const defaultChatModel = 'gpt-4.1-mini';

/** Characters that a model takes which the list does not know (AIA-018). */
const otherCharacterLimit = 20_000;

/** The models of the product (AIA-063), by their makers. */
export const chatModels: readonly (ChatModel & { maker: ModelMaker })[] = [
  {
    id: 'claude-4-sonnet',
    maker: 'anthropic',
    name: 'Claude 4 Sonnet',
    description: 'Careful with long code and long context',
    characterLimit: 50_000,
    isPro: true,
  },
  {
    id: 'claude-3.5-haiku',
    maker: 'anthropic',
    name: 'Claude 3.5 Haiku',
    description: 'Quick answers to short questions',
    characterLimit: 20_000,
    isPro: false,
  },
  {
    id: 'gpt-4.1',
    maker: 'openai',
    name: 'GPT-4.1',
    description: 'Follows instructions closely, good with code',
    characterLimit: 20_000,
    isPro: true,
  },
  {
    id: 'gpt-4.1-mini',
    maker: 'openai',
    name: 'GPT-4.1 mini',
    description: 'Quick and capable for everyday work',
    characterLimit: 8_000,
    isPro: false,
  },
  {
    id: 'grok-3',
    maker: 'xai',
    name: 'Grok 3',
    description: 'Broad knowledge, direct answers',
    characterLimit: 20_000,
    isPro: true,
  },
  {
    id: 'grok-3-mini',
    maker: 'xai',
    name: 'Grok 3 mini',
    description: 'Quick reasoning on short questions',
    characterLimit: 8_000,
    isPro: false,
  },
  {
    id: 'gemini-2.5-pro',
    maker: 'google',
    name: 'Gemini 2.5 Pro',
    description: 'Reasons over long context',
    characterLimit: 50_000,
    isPro: true,
  },
  {
    id: 'gemini-2.5-flash',
    maker: 'google',
    name: 'Gemini 2.5 Flash',
    description: 'Quick, with room for context',
    characterLimit: 20_000,
    isPro: false,
  },
];

/** A model by its id; one that the list does not know is called by its id and is Free. */
export function chatModelOf(id: string): ChatModel {
  const known = chatModels.find((model) => model.id === id);
  if (!known) return { id, name: id, description: '', characterLimit: otherCharacterLimit, isPro: false };
  const { maker: _maker, ...model } = known;
  return model;
}
