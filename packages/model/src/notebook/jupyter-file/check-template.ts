import type { z } from 'zod';
import { GromaError } from '../../error/groma-error.ts';

/** Deeper than any notebook, and far from what fills the stack of those who read it. */
const mostLevels = 200;

/** @throws GromaError BAD_NOTEBOOK_TEMPLATE with what does not fit the schema */
export function checkTemplate<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new GromaError('BAD_NOTEBOOK_TEMPLATE', {
    detail: `${issue?.path.join('.') || 'the template'}: ${issue?.message ?? 'unreadable'}`,
  });
}

/** @throws GromaError BAD_NOTEBOOK_TEMPLATE when a value is nested so deep that reading it could fill the stack */
export function refuseDepth(value: unknown): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostLevels)
      throw new GromaError('BAD_NOTEBOOK_TEMPLATE', { detail: `it is nested more than ${mostLevels} levels deep.` });
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.values(each).filter((child) => typeof child === 'object') : [],
    );
  }
}
