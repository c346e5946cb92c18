/**
 * Reads a number as people of a locale write it: its decimal sign, its thousands in groups of three or none, and always
 * the plain form of programs (`12.5`, `1e3`). Undefined for anything else: a guess could multiply a value by ten, and a
 * number beyond the largest double would be kept as no value at all.
 */
export function parseNumber(text: string, locale: string): number | undefined {
  const number = readNumber(text, locale);
  return Number.isFinite(number) ? number : undefined;
}

function readNumber(text: string, locale: string): number | undefined {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6);
  const sign = (type: string, other: string) => parts.find((part) => part.type === type)?.value ?? other;
  const [decimal, group] = [sign('decimal', '.'), sign('group', ',')];
  const written = text.trim().replaceAll('−', '-');
  const grouped = new RegExp(`^[-+]?\\d{1,3}(${escape(group)}\\d{3})+(${escape(decimal)}\\d+)?$`);
  const plain = new RegExp(`^[-+]?(\\d+(${escape(decimal)}\\d*)?|${escape(decimal)}\\d+)$`);
  if (grouped.test(written) || plain.test(written)) return Number(written.replaceAll(group, '').replace(decimal, '.'));
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(written) ? Number(written) : undefined;
}

function escape(text: string): string {
  return text.replace(/[\s.]/gu, (letter) => (letter === '.' ? '\\.' : '\\s'));
}
