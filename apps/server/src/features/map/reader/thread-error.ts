import { GromaError, isErrorCode } from '@groma/model';

/** An error as a message between threads. */
export interface SentError {
  code: string | null;
  details: Record<string, string | number>;
  message: string;
}

export function sentError(error: unknown): SentError {
  const known = error instanceof GromaError ? error : null;
  return {
    code: known?.code ?? null,
    details: { ...known?.details },
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
  };
}

export function receivedError({ code, details, message }: SentError): Error {
  return isErrorCode(code) ? new GromaError(code, details) : new Error(message);
}
