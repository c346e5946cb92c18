import type { ImageModelV4 } from '@ai-sdk/provider';
import { GromaError, imageModelOf, type ImageModel } from '@groma/model';
import { countModelCall, type ModelCaller, type ModelParts } from './language-models.ts';
import { modelErrorOf } from './model-error.ts';
import { providerTable } from './provider-table.ts';

interface GeneratedImage {
  base64Data: string;
  mediaType: string;
}

/** The image models of this server. */
export interface ImageModels {
  /** Those of the makers whose key is set, and those that whoever runs the server has named. */
  readonly offered: readonly ImageModel[];
  /** @throws GromaError NO_MODEL, MODEL_NOT_OFFERED. */
  choose(modelId: string): ImageModel;
  /** Draws one image. The call is counted and bounded as those of language models. @throws GromaError */
  draw(modelId: string, prompt: string, caller: ModelCaller): Promise<GeneratedImage>;
}

/** Bytes of an answer with an image, and milliseconds until it comes: models draw before they say anything. */
const answerLimits = { bytes: 48 * 1024 * 1024, silenceMs: 240_000 };
const answerMs = 300_000;

export function createImageModels({ settings, database, metrics, outbound }: ModelParts): ImageModels {
  const providers = settings.providers.flatMap((setting) => {
    const { provider } = providerTable.find(({ kind }) => kind === setting.kind)!;
    if (!provider.openImages || setting.imageModels.length === 0) return [];
    let opened: Promise<(id: string) => ImageModelV4> | undefined;
    const fetch = outbound.fetchWithin(answerLimits, [new URL(setting.url).hostname.replace(/^\[|\]$/g, '')]);
    return [{ models: setting.imageModels, open: () => (opened ??= provider.openImages!({ ...setting, fetch })) }];
  });
  const offered = [...new Set(providers.flatMap(({ models }) => models))].map(imageModelOf);
  const count = metrics.counter('image_calls_total', 'Calls of image models, by how they ended.', 'outcome');
  const choose = (modelId: string): ImageModel => {
    if (offered.length === 0) throw new GromaError('NO_MODEL');
    const model = offered.find(({ id }) => id === modelId);
    if (!model) throw new GromaError('MODEL_NOT_OFFERED', { model: modelId.slice(0, 100) });
    return model;
  };
  return {
    offered,
    choose,
    async draw(modelId, prompt, caller) {
      const { id, name } = choose(modelId);
      const provider = providers.find(({ models }) => models.includes(id))!;
      try {
        await countModelCall(database, settings, caller);
        const model = (await provider.open())(id);
        const abortSignal = AbortSignal.any([caller.signal, AbortSignal.timeout(answerMs)]);
        const { images } = await model.doGenerate({ ...plain, prompt, abortSignal });
        const image = imageOf(images[0], name);
        count('ok');
        return image;
      } catch (error) {
        if (caller.signal.aborted) {
          count('canceled');
          throw caller.signal.reason;
        }
        const known = modelErrorOf(error, name);
        count(known.code);
        throw known;
      }
    },
  };
}

/** One image as the model draws it by itself. */
const plain = {
  n: 1,
  size: undefined,
  aspectRatio: undefined,
  seed: undefined,
  files: undefined,
  mask: undefined,
  providerOptions: {},
};

/** How images of each kind begin, in base64. */
const beginnings: Readonly<Record<string, string>> = {
  'image/png': 'iVBORw0KGgo',
  'image/jpeg': '/9j/',
  'image/webp': 'UklGR',
};

function imageOf(data: string | Uint8Array | undefined, model: string): GeneratedImage {
  const base64Data = typeof data === 'string' ? data : Buffer.from(data ?? []).toString('base64');
  const mediaType = Object.keys(beginnings).find((type) => base64Data.startsWith(beginnings[type]!));
  if (mediaType === undefined) throw new GromaError('MODEL_ANSWER_BROKEN', { model, detail: 'it contains no image.' });
  return { base64Data, mediaType };
}
