import { expect, test } from 'vitest';
import { GromaError } from './groma-error.ts';
import { keepError, keptError } from './kept-error.ts';

test('[AIA-156] an error is kept by its code and details; other texts are none', () => {
  const error = new GromaError('TURN_STEPS_SPENT', { steps: 30 });
  expect(keptError(keepError(error))).toEqual(error);
  for (const text of ['Stopped.', '{"code":', '{"code":"NO_SUCH_CODE","details":{}}', '', null])
    expect(keptError(text)).toBeNull();
});
