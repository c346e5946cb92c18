import { GromaError, isErrorCode } from '@groma/model';
import { CallError } from './call-error.ts';
import { errorReply } from './endpoint.ts';
import { parseExactJson } from './exact-json.ts';

/** The JSON of a reply. @throws CallError with the status of the reply when it holds none (SHL-081). */
export async function readJson(response: Response, method: string): Promise<unknown> {
  try {
    return parseExactJson(await response.text());
  } catch {
    throw new CallError(response.status, `Failed to transfer data to json format with ${method} from ${response.url}`);
  }
}

/**
 * The error that a reply tells of: one of the catalogue, else the body's `message`, else its `detail` (SHL-079,
 * SHL-080).
 */
export async function readError(response: Response, method: string): Promise<Error> {
  let body: unknown;
  try {
    body = await readJson(response, method);
  } catch (failure) {
    return failure as Error;
  }
  const known = errorReply.safeParse(body);
  if (known.success && isErrorCode(known.data.code)) return new GromaError(known.data.code, known.data.details);
  const { message, detail } = (body ?? {}) as { message?: unknown; detail?: unknown };
  return new CallError(response.status, textOf(message) ?? textOf(detail) ?? response.statusText);
}

function textOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
