import { GromaError } from '@groma/model';
import { CallError } from '@groma/protocol';

/** How the program ends. */
export const exitCode = { done: 0, failed: 1, usage: 2, signIn: 3, canceled: 130 } as const;

/** Something that whoever types can put right. */
export class UsageError extends Error {}

/** What a tool could not do, in the words of the server. */
export class ToolError extends Error {}

/** There is no token, or the server does not take it. */
export class SignInError extends Error {}

interface Failure {
  code: string;
  message: string;
  exit: number;
}

/** What is told of an error, and how the program ends with it. */
export function failureOf(error: unknown, isCanceled: boolean): Failure {
  if (isCanceled) return { code: 'CANCELED', message: 'Canceled.', exit: exitCode.canceled };
  if (error instanceof GromaError) {
    const isSignIn = error.code === 'TOKEN_INVALID' || error.code === 'UNAUTHENTICATED';
    return { code: error.code, message: error.message, exit: isSignIn ? exitCode.signIn : exitCode.failed };
  }
  if (error instanceof UsageError) return { code: 'USAGE', message: error.message, exit: exitCode.usage };
  if (error instanceof SignInError) return { code: 'UNAUTHENTICATED', message: error.message, exit: exitCode.signIn };
  if (error instanceof ToolError) return { code: 'TOOL_FAILED', message: error.message, exit: exitCode.failed };
  if (error instanceof CallError)
    return { code: `HTTP_${error.status}`, message: error.message, exit: exitCode.failed };
  return { code: 'FAILED', message: textOf(error), exit: exitCode.failed };
}

/** `fetch` says of a server that is away only that it failed; why stands behind it. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== ''
    ? `${error.message}: ${error.cause.message}`
    : error.message;
}
