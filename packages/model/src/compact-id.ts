import { GromaError } from './error/groma-error.ts';

/**
 * Checks a compact id: letters, digits, hyphen and underscore only (SHL-060).
 * @throws GromaError BAD_COMPACT_ID (SHL-061).
 */
export function parseCompactId(text: string): string {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) throw new GromaError('BAD_COMPACT_ID');
  return text;
}
