import { readFileSync } from 'node:fs';
import { browserTag, directionOf, type LocaleId, type TemplateCategory } from '@groma/model';

/** Texts of one language: by key, and the categories by their English names. */
export interface Texts {
  texts: Readonly<Record<string, string>>;
  categories: Readonly<Record<TemplateCategory, string>>;
}

type Values = Readonly<Record<string, string | number>>;

/** How pages speak one language. */
export interface Wording {
  locale: LocaleId;
  /** Tag of BCP 47. */
  tag: string;
  direction: 'ltr' | 'rtl';
  /** A text, its `{name}`s filled in. */
  say(key: string, values?: Values): string;
  /** The form of a text for a number, which it has as `{count}` beside its other values. */
  count(key: string, count: number, values?: Values): string;
  category(name: string): string;
  day(moment: string): string;
  /** A share from 0 to 1; what is not nothing is never said to be. */
  percent(share: number): string;
}

const known = new Map<LocaleId, Wording>();

/** The texts of a language as they lie in its file. */
export function readTexts(locale: LocaleId): Texts {
  return JSON.parse(readFileSync(new URL(`texts/${locale}.json`, import.meta.url), 'utf8')) as Texts;
}

/** How pages speak a language; its texts are read when it is first spoken. */
export function wordingOf(locale: LocaleId): Wording {
  const found = known.get(locale) ?? makeWording(locale, readTexts(locale));
  known.set(locale, found);
  return found;
}

function makeWording(locale: LocaleId, { texts, categories }: Texts): Wording {
  const tag = browserTag(locale);
  const direction = directionOf(locale);
  const [plurals, numbers] = [new Intl.PluralRules(tag), new Intl.NumberFormat(tag)];
  const percents = new Intl.NumberFormat(tag, { style: 'percent', maximumSignificantDigits: 2 });
  const days = new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' });
  // Names keep their own direction in a text from right to left, between two invisible marks.
  const written = (value: string | number) =>
    typeof value === 'number' ? numbers.format(value) : direction === 'rtl' ? `\u2068${value}\u2069` : value;
  const say = (key: string, values: Values = {}): string => {
    const text = texts[key];
    if (text === undefined) throw new Error(`The pages of the hub have no text ${key} in ${locale}.`);
    return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => written(values[name] ?? ''));
  };
  return {
    locale,
    tag,
    direction,
    say,
    count: (key, count, values) => say(`${key}_${plurals.select(count)}`, { ...values, count }),
    category: (name) => (categories as Record<string, string>)[name] ?? name,
    percent: (share) => percents.format(Math.max(share, 0.0001)),
    day: (moment) => days.format(new Date(moment)),
  };
}
