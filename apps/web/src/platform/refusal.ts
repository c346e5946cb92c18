import { GromaError, isErrorCode } from '@groma/model';

/** What the server says where it refuses: an error of the catalogue, or one with its words. */
export async function refusalOf(response: Response): Promise<Error> {
  const { code, details, message } = (await response.json().catch(() => ({}))) as {
    code?: string;
    details?: Record<string, string | number>;
    message?: string;
  };
  return code !== undefined && isErrorCode(code)
    ? new GromaError(code, details)
    : new Error(message ?? response.statusText);
}

/**
 * Sends JSON without the schemas of the protocol, for pages that load little.
 * @throws what `refusalOf` says; TypeError where there is no answer.
 */
export async function postEarly(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const response = await fetch(path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  if (response.ok) return response;
  throw await refusalOf(response);
}

/** Whether something is not there, or not for this reader. */
export function isAbsent(error: unknown): boolean {
  return error instanceof GromaError && ['NOT_FOUND', 'UNAUTHENTICATED', 'FORBIDDEN'].includes(error.code);
}
