const formats = new Map<string, Intl.NumberFormat>();

/** A number of rows in few letters: `735`, `1.9M`. */
export function estimateText(rows: number, locale: string): string {
  const format =
    formats.get(locale) ?? new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  formats.set(locale, format);
  return format.format(rows);
}
