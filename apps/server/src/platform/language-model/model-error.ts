import { APICallError } from '@ai-sdk/provider';
import { GromaError } from '@groma/model';
import type { AnswerLimits } from './model-settings.ts';

const longestDetail = 300;
const silences = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/**
 * Any failure of a model as an error of the catalogue, which says which of the limits there are was reached. Keys and
 * addresses of the provider never stand in it.
 */
export function modelErrorOf(error: unknown, model: string, limits?: AnswerLimits): GromaError {
  const chain = causesOf(error);
  const known = chain.find((each) => each instanceof GromaError);
  if (known?.code === 'OUTBOUND_TOO_LONG' && limits)
    return new GromaError('MODEL_ANSWER_TOO_LONG', { model, characters: limits.characters });
  if (known?.code === 'OUTBOUND_TOO_LONG')
    return new GromaError('MODEL_ANSWER_BROKEN', { model, detail: 'it was too long.' });
  if (known) return known;
  const isSilent = chain.some(({ code }) => silences.has(String(code)));
  const isSlow = chain.some(({ name }) => name === 'TimeoutError');
  if (isSilent && limits) return new GromaError('MODEL_SILENT', { model, seconds: limits.silenceSeconds });
  if (isSlow && limits) return new GromaError('MODEL_TOO_SLOW', { model, seconds: limits.seconds });
  if (isSilent || isSlow || chain.some(({ code }) => code === 'UND_ERR_CONNECT_TIMEOUT'))
    return new GromaError('MODEL_TIMEOUT', { model });
  const call = chain.find((each) => APICallError.isInstance(each));
  if (call?.statusCode !== undefined && call.statusCode >= 400) return ofStatus(call.statusCode, call.message, model);
  if (call?.statusCode !== undefined || chain.some(isOfAnswer))
    return new GromaError('MODEL_ANSWER_BROKEN', { model, detail: 'its format is unknown.' });
  if (chain.some(({ message }) => /terminated|other side closed|premature/i.test(message)))
    return new GromaError('MODEL_ANSWER_BROKEN', { model, detail: 'it was incomplete.' });
  return new GromaError('MODEL_UNREACHABLE', { model });
}

function ofStatus(status: number, message: string, model: string): GromaError {
  if (status === 401 || status === 403) return new GromaError('MODEL_KEY_REFUSED', { model });
  if (status === 408 || status === 504) return new GromaError('MODEL_TIMEOUT', { model });
  if (status === 429 || status === 503 || status === 529) return new GromaError('MODEL_BUSY', { model });
  if (status >= 500) return new GromaError('MODEL_UNREACHABLE', { model });
  return new GromaError('MODEL_REFUSED', { model, detail: message.slice(0, longestDetail) });
}

/** Errors of the library about what the provider sent. */
function isOfAnswer({ name }: Error): boolean {
  return name.startsWith('AI_') && /Parse|Validation|Response|Content|Output/.test(name);
}

function causesOf(error: unknown): (Error & { code?: unknown })[] {
  const chain: (Error & { code?: unknown })[] = [];
  for (let each = error; each instanceof Error && chain.length < 8; each = each.cause) chain.push(each);
  return chain;
}
