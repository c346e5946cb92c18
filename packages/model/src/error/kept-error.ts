import { GromaError, isErrorCode, type ErrorDetails } from './groma-error.ts';

/** An error of the catalogue as a text that records keep, so that each reader sees it in their language. */
export function keepError({ code, details }: GromaError): string {
  return JSON.stringify({ code, details });
}

/** The error that a text keeps; null for any other text. */
export function keptError(text: string | null | undefined): GromaError | null {
  if (!text?.startsWith('{"code":')) return null;
  try {
    const { code, details } = JSON.parse(text) as { code: unknown; details: ErrorDetails };
    return isErrorCode(code) ? new GromaError(code, details) : null;
  } catch {
    return null;
  }
}
