import { GromaError, isErrorCode } from '@groma/model';
import type { z } from 'zod';

/** What a stream of one JSON object may end with in place of its rest. */
interface MayFail {
  error?: { code: string; message: string } | undefined;
}

/** The object as far as its text has come, whose last field grows; null before that field begins. */
export function partialObject<Value>(text: string, shape: z.ZodType<Value>): Value | null {
  // A cut escape (\, \u12) and half of a character made of two say nothing yet.
  const shown = text.replace(/\\(u[0-9a-f]{0,3})?$/i, (tail, _digits, at: number) => (isEscaped(text, at) ? tail : ''));
  return wholeObject(text, shape) ?? wholeObject(`${shown}"}`, shape) ?? wholeObject(`${text}}`, shape);
}

/** The object of a whole text; null where it broke off. */
export function wholeObject<Value>(text: string, shape: z.ZodType<Value>): Value | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/**
 * Reads an object that grows, and tells what has come of it.
 * @throws GromaError, Error with what the object ends with; an empty message where it broke off without a word.
 */
export async function readGrowing<Value extends MayFail>(
  response: Response,
  shape: z.ZodType<Value>,
  onPartial: (partial: Value) => void,
): Promise<Value> {
  let text = '';
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += next.value;
    const partial = partialObject(text, shape);
    if (partial) onPartial(partial);
  }
  const whole = wholeObject(text, shape);
  if (!whole) throw new Error('');
  if (!whole.error) return whole;
  const { code, message } = whole.error;
  throw isErrorCode(code) ? Object.assign(new GromaError(code), { message }) : new Error(message);
}

/** Whether the backslash at a place is the second of a pair. */
function isEscaped(text: string, at: number): boolean {
  let before = 0;
  while (text[at - 1 - before] === '\\') before += 1;
  return before % 2 === 1;
}
