/**
 * A value as a field of CSV (RFC 4180): quotes where they are needed, null as nothing, an empty text as two quotes,
 * lists and records as JSON. What a spreadsheet would run as a formula begins with an apostrophe.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (text === '') return '""';
  const safe = typeof value === 'string' && /^[=+@\t\r]|^-(?![\d.]|infinity\b)/i.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
