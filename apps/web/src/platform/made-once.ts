import { isUnanswered } from './api.ts';

/** Keys of calls that got no answer, by what was wanted. */
const unanswered = new Map<string, string>();

/**
 * Makes something by calls that carry a key, a UUID: where they get no answer, whoever wants the same again from this
 * page asks with the same key, so that the server answers with what it has made instead of making a second one.
 */
export async function madeOnce<Made>(wanted: string, make: (key: string) => Promise<Made>): Promise<Made> {
  const key = unanswered.get(wanted) ?? crypto.randomUUID();
  // Who wants two of the same at once gets two.
  unanswered.delete(wanted);
  try {
    return await make(key);
  } catch (error) {
    if (isUnanswered(error)) unanswered.set(wanted, key);
    throw error;
  }
}
