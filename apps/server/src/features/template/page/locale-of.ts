import { chooseLocale, isLocale, type LocaleId } from '@groma/model';

/** Longest header that is read. */
const longestHeader = 500;

/**
 * The locale that an address names, undefined where it names none; with what the browser says it accepts, the first of
 * its languages that pages speak, else English.
 */
export function localeOf(said: string, accepted?: string): LocaleId | undefined {
  if (isLocale(said)) return said;
  if (accepted === undefined) return undefined;
  const wishes = accepted
    .slice(0, longestHeader)
    .split(',')
    .map((each) => {
      const [tag = '', ...rest] = each.trim().split(';');
      const weight = Number(/^\s*q=([\d.]+)/.exec(rest.join(';'))?.[1] ?? 1);
      return { tag: tag.trim(), weight: Number.isFinite(weight) ? weight : 0 };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  return chooseLocale(
    '',
    wishes.map(({ tag }) => tag),
  );
}
