import { isUnanswered } from '../../../platform/api.ts';

/** Something cannot be done while the server is away; nothing of it was done. */
export class NotNow extends Error {
  override readonly name = 'NotNow';
}

/** Whether the same may be tried again when the server is back. */
export function isForLater(error: unknown): boolean {
  return error instanceof NotNow || isUnanswered(error);
}
