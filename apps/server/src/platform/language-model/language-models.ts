import type { LanguageModelV4 } from '@ai-sdk/provider';
import { chatModelOf, defaultChatModel, GromaError, type ChatModel } from '@groma/model';
import { countAttempt } from '../access/attempts.ts';
import type { Database } from '../database/database.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { guardModel } from './guard-model.ts';
import type { ModelSettings } from './model-settings.ts';
import { providerTable } from './provider-table.ts';

/** Who asks a model, for what, and until when. */
export interface ModelCaller {
  userId: string;
  projectId: string;
  /** What the answer is for, in one word, for the metrics: `chart`, `sql`. */
  purpose: string;
  /** Aborted when nobody waits any more. */
  signal: AbortSignal;
  /** The first of its calls has been counted by `admit`. */
  isAdmitted?: boolean;
}

/** The language models of this server. */
export interface LanguageModels {
  /** Those that whoever runs the server has set. */
  readonly offered: readonly ChatModel[];
  /** The one for who has chosen none; null where none is set. */
  readonly defaultId: string | null;
  /** What models cost, where it is set: US dollars for a million tokens. */
  readonly prices: ModelSettings['prices'];
  /** @throws GromaError NO_MODEL, MODEL_NOT_OFFERED. */
  choose(modelId: string | undefined): ChatModel;
  /** Counts a call that is to be made. @throws GromaError TOO_MANY_ATTEMPTS. */
  admit(caller: Pick<ModelCaller, 'userId' | 'projectId'>): Promise<void>;
  /**
   * A model for the functions of the AI SDK. Each of its calls is counted and bounded in time and size, ends with the
   * caller's signal, and fails with an error of the catalogue. @throws GromaError NO_MODEL, MODEL_NOT_OFFERED.
   */
  open(modelId: string | undefined, caller: ModelCaller): Promise<LanguageModelV4>;
}

export interface ModelParts {
  settings: ModelSettings;
  database: Database;
  metrics: Metrics;
  outbound: Outbound;
}

/** Bytes of an answer that comes as a whole, and for each character of one that streams. */
const mostBytes = 8 * 1024 * 1024;
const bytesPerCharacter = 100;

export function createLanguageModels({ settings, database, metrics, outbound }: ModelParts): LanguageModels {
  const providers = settings.providers.map((setting) => {
    let opened: Promise<(id: string) => LanguageModelV4> | undefined;
    const { provider } = providerTable.find(({ kind }) => kind === setting.kind)!;
    const { answer } = setting;
    const limits = {
      bytes: mostBytes,
      streamBytes: mostBytes + answer.characters * bytesPerCharacter,
      silenceMs: answer.silenceSeconds * 1_000,
    };
    const fetch = outbound.fetchWithin(limits, [new URL(setting.url).hostname.replace(/^\[|\]$/g, '')]);
    return { models: setting.models, answer, open: () => (opened ??= provider.open({ ...setting, fetch })) };
  });
  const offered = [...new Set(providers.flatMap(({ models }) => models))].map(chatModelOf);
  const defaultId = offered.find(({ id }) => id === defaultChatModel)?.id ?? offered[0]?.id ?? null;
  const count = metrics.counter(
    'model_calls_total',
    'Calls of language models, by what they were for and how they ended.',
    'outcome',
  );
  const choose = (modelId: string | undefined): ChatModel => {
    if (defaultId === null) throw new GromaError('NO_MODEL');
    const wanted = modelId ?? defaultId;
    const model = offered.find(({ id }) => id === wanted);
    if (!model) throw new GromaError('MODEL_NOT_OFFERED', { model: wanted.slice(0, 100) });
    return model;
  };
  return {
    offered,
    defaultId,
    prices: settings.prices,
    choose,
    admit: (caller) => countModelCall(database, settings, caller),
    async open(modelId, caller) {
      let isAdmitted = caller.isAdmitted ?? false;
      const model = choose(modelId);
      const provider = providers.find(({ models }) => models.includes(model.id))!;
      return guardModel((await provider.open())(model.id), model, {
        signal: caller.signal,
        limits: provider.answer,
        admit: async () => {
          if (!isAdmitted) await countModelCall(database, settings, caller);
          isAdmitted = false;
        },
        onEnd: (outcome) => {
          count(`${caller.purpose} ${outcome}`);
        },
      });
    },
  };
}

/** Counts a call of a model by who makes it and for which project. @throws GromaError TOO_MANY_ATTEMPTS. */
export async function countModelCall(
  database: Database,
  { callsPerMinute, callsPerDay }: ModelSettings,
  { userId, projectId }: Pick<ModelCaller, 'userId' | 'projectId'>,
): Promise<void> {
  await countAttempt(database, `model:user:${userId}`, { tries: callsPerMinute, windowSeconds: 60 });
  await countAttempt(database, `model:project:${projectId}`, { tries: callsPerDay, windowSeconds: 86_400 });
}
