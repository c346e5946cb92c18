const formats = new Map<string, Intl.DateTimeFormat>();

/** The date and time of a file, short. Making a format costs more than drawing a row, so that one serves all. */
export function fileDate(when: string, locale: string): string {
  let format = formats.get(locale);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
    formats.set(locale, format);
  }
  return format.format(new Date(when));
}
