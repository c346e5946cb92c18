import { expect, test } from 'vitest';
import { findTool, parameterSchema } from '@groma/model';
import { sayIssue } from './say-issue.ts';

test('[TOL-004] wrong parameters of a tool are said in plain words with what was given', () => {
  const buffer = findTool('buffer')!;
  const said = (given: Record<string, unknown>): string =>
    sayIssue(buffer, given, parameterSchema(buffer).safeParse(given).error!.issues[0]!);
  expect(said({ radius: '10 km' })).toBe('radius must be a number, not “10 km”.');
  expect(said({ radius: 5, unit: 'km' })).toMatch(/^unit must be one of kilometers, miles, .*, not “km”\.$/);
  expect(said({ radios: 5 })).toMatch(/^Buffer has no parameter “radios”\. It has radius, unit/);
  expect(said({ segments: 1e9 })).toMatch(/^segments must be at most \d+, not 1000000000\.$/);
});
