import { GromaError } from '@groma/model';
import { z } from 'zod';

/** Characters of a text that the assistant writes at once. */
const mostCharacters = 200_000;

export const storedText = z
  .string()
  .max(mostCharacters)
  .refine((text) => !/[\p{Cs}\0]/u.test(text), 'This text cannot be stored.');

export const passages = z
  .array(z.object({ find: z.string().min(1).max(mostCharacters), replace: storedText }))
  .min(1)
  .max(100)
  .describe('Passages of the text, each of which stands in it exactly once, and what takes their place.');

/**
 * Puts other passages into a text, one after the other.
 * @throws GromaError BAD_INPUT for one that is not there, or there more than once
 */
export function replacePassages(text: string, wanted: z.output<typeof passages>, name: string): string {
  let made = text;
  for (const { find, replace } of wanted) {
    const count = made.split(find).length - 1;
    if (count !== 1)
      throw new GromaError('BAD_INPUT', {
        detail: `in ${name} this passage is there ${count} times, not once: “${find.slice(0, 200)}”. Read it anew.`,
      });
    made = made.replace(find, () => replace);
  }
  return made;
}
