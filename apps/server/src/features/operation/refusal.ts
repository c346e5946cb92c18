import { errorCatalogue, isErrorCode } from '@groma/model';

interface Failure {
  code: string;
  details?: Readonly<Record<string, unknown>> | undefined;
}

/** Why an import asks and is begun again with the answer. */
const askedReasons: ReadonlySet<unknown> = new Set(['missing-crs', 'unknown-crs', 'unsure-encoding', 'no-coordinates']);
/** Refusals in form that come after work of a tool was done. */
const afterWork: ReadonlySet<string> = new Set([
  'TOOL_CELL_FAILED',
  'TOOL_STEP_FAILED',
  'TOOL_PUBLISHES_NOTHING',
  'TOOL_GIVES_NO_ROWS',
  'TOOL_TOO_MANY_VALUES',
  'TOOL_RESULT_TOO_LARGE',
]);

/** Whether work failed by what it was given, before anything was done: that is an answer, and no failed operation. */
export function isRefusal(failure: Failure | null): boolean {
  if (!failure || !isErrorCode(failure.code)) return false;
  const { code, details } = failure;
  if (code === 'IMPORT_FAILED') return askedReasons.has(details?.['reason']);
  if (code === 'BAD_INPUT' || code === 'EXPRESSION_WRONG') return true;
  return code.startsWith('TOOL_') && errorCatalogue[code].status === 400 && !afterWork.has(code);
}
