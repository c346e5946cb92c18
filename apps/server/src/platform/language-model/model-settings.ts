import { chatModels, imageModels } from '@groma/model';
import { providerTable, type ProviderKind } from './provider-table.ts';

/** One provider that whoever runs the server has set. */
interface ProviderSetting {
  kind: ProviderKind;
  url: string;
  key: string;
  /** Ids of the models it is asked for. */
  models: readonly string[];
  answer: AnswerLimits;
  /** Ids of the models that it is asked for images. */
  imageModels: readonly string[];
}

/** What bounds one answer of a model. */
export interface AnswerLimits {
  /** Silence, before it begins and in it. */
  silenceSeconds: number;
  /** From the question to its end. */
  seconds: number;
  /** Text, thoughts and arguments of tools together. */
  characters: number;
}

/** US dollars for a million tokens that a model reads, and that it writes. */
interface ModelPrice {
  input: number;
  output: number;
}

/** Which language models there are, and how often they may be asked. */
export interface ModelSettings {
  providers: readonly ProviderSetting[];
  /** Calls of one person in a minute, and of one project in a day. */
  callsPerMinute: number;
  callsPerDay: number;
  /** What models cost, by their ids, in US dollars for a million tokens. */
  prices: Readonly<Record<string, ModelPrice>>;
}

/** @throws Error with one plain line when a setting is wrong or lacks another. */
export function readModelSettings(env: NodeJS.ProcessEnv): ModelSettings {
  const providers = providerTable.flatMap(({ kind, setting, url: usual }): ProviderSetting[] => {
    const key = env[`GROMA_${setting}_KEY`] ?? '';
    const url = env[`GROMA_${setting}_URL`] || usual;
    if (usual === null ? !url : key === '') return [];
    if (!url || !isWebAddress(url)) throw new Error(`GROMA_${setting}_URL: ${url} is not an http address.`);
    const own = kind === 'compatible';
    const ofMaker = (all: readonly { id: string; maker: string }[]): string[] =>
      all.filter(({ maker }) => maker === kind).map(({ id }) => id);
    return [
      {
        kind,
        key,
        url: url.replace(/\/+$/, ''),
        answer: {
          // A model on a computer of one's own reads a long question for minutes before it says a word.
          silenceSeconds: wholeNumber('GROMA_MODEL_SILENCE_SECONDS', env, own ? 600 : 120),
          seconds: wholeNumber('GROMA_MODEL_ANSWER_SECONDS', env, 3_600),
          characters: wholeNumber('GROMA_MODEL_ANSWER_CHARACTERS', env, 2_000_000),
        },
        models: own ? namedModels(env) : ofMaker(chatModels),
        imageModels: own ? namesIn(env['GROMA_IMAGE_MODELS']) : ofMaker(imageModels),
      },
    ];
  });
  return {
    providers,
    callsPerMinute: wholeNumber('GROMA_MODEL_CALLS_PER_MINUTE', env, 30),
    callsPerDay: wholeNumber('GROMA_MODEL_CALLS_PER_DAY', env, 5_000),
    prices: pricesIn(env['GROMA_MODEL_PRICES']),
  };
}

function namedModels(env: NodeJS.ProcessEnv): string[] {
  const names = namesIn(env['GROMA_MODELS']);
  if (names.length === 0)
    throw new Error('GROMA_MODEL_URL needs GROMA_MODELS: the names of the models there, separated by commas.');
  return names;
}

/** `gpt-4.1=2/8, qwen3:32b=0/0` */
function pricesIn(text: string | undefined): Record<string, ModelPrice> {
  return Object.fromEntries(
    namesIn(text).map((each) => {
      const [, id, input, output] = /^(.+)=(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/.exec(each) ?? [];
      if (id === undefined) throw new Error(`GROMA_MODEL_PRICES: ${each} is not MODEL=INPUT/OUTPUT.`);
      return [id, { input: Number(input), output: Number(output) }];
    }),
  );
}

function namesIn(text = ''): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}

function wholeNumber(name: string, env: NodeJS.ProcessEnv, otherwise: number): number {
  const text = env[name];
  if (!text) return otherwise;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new Error(`${name}: ${text} is not a whole number of 1 or more.`);
  return number;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
