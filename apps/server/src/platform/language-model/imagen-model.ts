import { APICallError, type ImageModelV4, type ImageModelV4CallOptions } from '@ai-sdk/provider';
import { z } from 'zod';

interface ImagenAccess {
  url: string;
  key: string;
  fetch: typeof fetch;
}

const prediction = z.object({
  predictions: z.array(z.object({ bytesBase64Encoded: z.string().optional() })).default([]),
});
const failure = z.object({ error: z.object({ message: z.string() }) });

/** Imagen of Google, by `:predict`: the library speaks to Gemini alone. */
export function imagenModel({ url, key, fetch }: ImagenAccess, modelId: string): ImageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'google.imagen',
    modelId,
    maxImagesPerCall: 4,
    async doGenerate({ prompt = '', n, abortSignal }: ImageModelV4CallOptions) {
      const values = { instances: [{ prompt }], parameters: { sampleCount: n } };
      const address = `${url}/models/${modelId}:predict`;
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-goog-api-key': key },
        body: JSON.stringify(values),
        ...(abortSignal && { signal: abortSignal }),
      });
      const text = await response.text();
      const fail = (message: string): never => {
        throw new APICallError({
          message,
          url: address,
          requestBodyValues: values,
          statusCode: response.status,
          responseBody: text,
        });
      };
      const said: unknown = parse(text);
      if (!response.ok) fail(failure.safeParse(said).data?.error.message ?? response.statusText);
      const read = prediction.safeParse(said);
      if (!read.success) return fail('The answer is no prediction.');
      return {
        images: read.data.predictions.flatMap(({ bytesBase64Encoded }) => bytesBase64Encoded ?? []),
        warnings: [],
        response: { timestamp: new Date(), modelId, headers: undefined },
      };
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
