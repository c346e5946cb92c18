import { expect, test } from 'vitest';
import { parseExactJson } from './exact-json.ts';

test('[DBS-087] integers that JavaScript would round keep their digits, and nothing else changes', () => {
  expect(
    parseExactJson(
      '{"a":[12345678901234567890,-9007199254740993,9007199254740991],"b":0.30000000000000004,"c":"12345678901234567890","d":1e300}',
    ),
  ).toEqual({
    a: ['12345678901234567890', '-9007199254740993', 9007199254740991],
    b: 0.30000000000000004,
    c: '12345678901234567890',
    d: 1e300,
  });
  expect(() => parseExactJson('{')).toThrow(SyntaxError);
});
