const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size in steps of 1024 with one decimal (FIL-006): 1536 → "1.5 KB". `bytes` is at least 0. */
export function formatFileSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return unit === 0 ? `${value} B` : `${value.toFixed(1)} ${units[unit]}`;
}

/** Reads such a text back into bytes (FIL-004). @throws Error "Invalid file size format" (FIL-005). */
export function parseFileSize(text: string): number {
  const match = text.trim().match(/^(\d+(?:\.\d+)?) (B|KB|MB|GB|TB)$/);
  if (!match) throw new Error('Invalid file size format');
  return Number(match[1]) * 1024 ** units.indexOf(match[2] as (typeof units)[number]);
}
