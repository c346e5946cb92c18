import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Message,
  type LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { GromaError, type ChatModel } from '@groma/model';
import { modelErrorOf } from './model-error.ts';
import type { AnswerLimits } from './model-settings.ts';

/** What is done around each call of a model. */
export interface ModelGuard {
  signal: AbortSignal;
  limits: AnswerLimits;
  /** Counts the call. @throws GromaError TOO_MANY_ATTEMPTS. */
  admit(): Promise<void>;
  /** `ok`, `canceled`, or the code of the error. */
  onEnd(outcome: string): void;
}

/** Pause before the one second try, of what fails in passing before anything has come. */
const retryMs = 500;

/** The same model, bounded: see `LanguageModels.open`. */
export function guardModel(model: LanguageModelV4, about: ChatModel, guard: ModelGuard): LanguageModelV4 {
  const bounded = (options: LanguageModelV4CallOptions): LanguageModelV4CallOptions => ({
    ...options,
    abortSignal: AbortSignal.any([
      guard.signal,
      AbortSignal.timeout(guard.limits.seconds * 1_000),
      ...(options.abortSignal ? [options.abortSignal] : []),
    ]),
  });
  const fail = (error: unknown): never => {
    const isCanceled = guard.signal.aborted;
    const known = isCanceled ? (guard.signal.reason as Error) : modelErrorOf(error, about.name, guard.limits);
    guard.onEnd(isCanceled ? 'canceled' : (known as GromaError).code);
    throw known;
  };
  const call = async <Answer>(
    options: LanguageModelV4CallOptions,
    ask: (options: LanguageModelV4CallOptions) => PromiseLike<Answer>,
  ): Promise<Answer> => {
    try {
      refuseLong(options.prompt, about);
      await guard.admit();
      return await ask(options).then(undefined, (error: unknown) =>
        retried(error, () => ask(options), options.abortSignal),
      );
    } catch (error) {
      return fail(error);
    }
  };
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doGenerate(options) {
      const answer = await call(bounded(options), (each) => model.doGenerate(each));
      guard.onEnd('ok');
      return answer;
    },
    async doStream(options) {
      const answer = await call(bounded(options), (each) => model.doStream(each));
      return {
        ...answer,
        stream: watched(
          answer.stream.pipeThrough(cut(about.name, guard.limits)),
          fail,
          () => {
            guard.onEnd('ok');
          },
          () => {
            guard.onEnd('canceled');
          },
        ),
      };
    },
  };
}

/** Once more, where the provider says that it may help. */
async function retried<Answer>(
  error: unknown,
  again: () => PromiseLike<Answer>,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  if (!APICallError.isInstance(error) || !error.isRetryable || signal?.aborted) throw error;
  await new Promise((resolve) => {
    setTimeout(resolve, retryMs);
  });
  return again();
}

type Part = LanguageModelV4StreamPart;
const brokenOff = new Set<string>(['interrupted', 'error']);

/** What is longer than an answer may be ends with an error. */
function cut(model: string, { characters }: AnswerLimits): TransformStream<Part, Part> {
  let left = characters;
  return new TransformStream({
    transform(part, controller) {
      if ('delta' in part) left -= part.delta.length;
      if (left < 0) controller.error(new GromaError('MODEL_ANSWER_TOO_LONG', { model, characters }));
      else controller.enqueue(part);
    },
  });
}

/** The parts of an answer; whatever goes wrong on the way ends it with an error of the catalogue. */
function watched(
  stream: ReadableStream<Part>,
  fail: (error: unknown) => never,
  onEnd: () => void,
  onCancel: () => void,
): ReadableStream<Part> {
  const reader = stream.getReader();
  return new ReadableStream<Part>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          onEnd();
          return controller.close();
        }
        if (value.type === 'error') throw value.error;
        // A connection that is cut looks like an end, but for the reason that a whole answer ends with.
        if (value.type === 'finish' && brokenOff.has(value.finishReason.unified))
          throw new Error('The answer was terminated.');
        controller.enqueue(value);
      } catch (error) {
        await reader.cancel().catch(() => undefined);
        try {
          fail(error);
        } catch (known) {
          controller.error(known);
        }
      }
    },
    async cancel(reason) {
      onCancel();
      await reader.cancel(reason);
    },
  });
}

/** @throws GromaError PROMPT_TOO_LONG (AIA-020). */
function refuseLong(prompt: readonly LanguageModelV4Message[], { name, characterLimit }: ChatModel): void {
  const characters = prompt.reduce(
    (sum, { content }) =>
      sum +
      (typeof content === 'string' ? content.length : content.reduce((all, part) => all + textOf(part).length, 0)),
    0,
  );
  if (characters > characterLimit)
    throw new GromaError('PROMPT_TOO_LONG', { model: name, characters, limit: characterLimit });
}

function textOf(part: object): string {
  if ('text' in part && typeof part.text === 'string') return part.text;
  return 'output' in part || 'input' in part ? JSON.stringify(part) : '';
}
