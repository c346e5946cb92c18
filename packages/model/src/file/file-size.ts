const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes as text such as "1.2 MB": steps of 1024, one decimal; bytes are whole (FIL-006). */
export function formatFileSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 1023.95 KB would be written as "1024.0 KB".
  while (unit < UNITS.length - 1 && (unit === 0 ? value >= 1024 : value >= 1023.95)) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit]}`;
}

/**
 * The number of bytes a size text means. Throws `RangeError` "Invalid file size format" for any other text (FIL-004,
 * FIL-005).
 */
export function parseFileSize(text: string): number {
  const match = /^(\d+(?:\.\d+)?) (B|KB|MB|GB|TB)$/.exec(text);
  if (!match) throw new RangeError('Invalid file size format');
  return Math.round(Number(match[1]) * 1024 ** UNITS.indexOf(match[2] as (typeof UNITS)[number]));
}
