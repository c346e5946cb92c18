import { APICallError } from '@ai-sdk/provider';
import { GromaError } from '@groma/model';

const longestDetail = 300;
const timeouts = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'UND_ERR_CONNECT_TIMEOUT']);

/** Any failure of a model as an error of the catalogue. Keys and addresses of the provider never stand in it. */
export function modelErrorOf(error: unknown, model: string): GromaError {
  const chain = causesOf(error);
  const known = chain.find((each) => each instanceof GromaError);
  if (known?.code === 'OUTBOUND_TOO_LONG')
    return new GromaError('MODEL_ANSWER_BROKEN', { model, detail: 'it was too long.' });
  if (known) return known;
  if (chain.some((each) => timeouts.has((each as { code?: string }).code ?? '') || each.name === 'TimeoutError'))
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
