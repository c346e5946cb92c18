import type { UiTexts } from '../texts.ts';

/**
 * Why a tag cannot be added to others; null when it can (SHL-064 to SHL-066). Tags are compared without the space
 * around them.
 */
export function refusalOf(
  tag: string,
  others: readonly string[],
  validate: ((tag: string) => boolean | string) | undefined,
  texts: UiTexts['tags'],
): string | null {
  const value = tag.trim();
  if (value === '') return texts.empty;
  if (others.includes(value)) return texts.exists;
  const answer = validate?.(value) ?? true;
  if (answer === true) return null;
  return answer === false || answer === '' ? texts.invalid : answer;
}

/** The tags of a pasted text: what spaces, commas, semicolons and line ends part. */
export function splitTags(text: string): string[] {
  return text.split(/[\s,;]+/).filter((tag) => tag !== '');
}
