const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/** A place in a queue: `2nd` in English, the number with a full stop or alone elsewhere. */
export function ordinal(place: number, locale: string): string {
  const number = new Intl.NumberFormat(locale).format(place);
  if (locale.startsWith('en'))
    return `${number}${endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(place)]}`;
  return locale.startsWith('de') ? `${number}.` : number;
}
