import { expect, test } from 'vitest';
import { parseCompactId } from './compact-id.ts';
import { readShareToken, writeShareToken } from './notebook/share-token.ts';

test('[SHL-060] a compact id is letters, digits, hyphens and underscores', () => {
  expect(parseCompactId('aZ09-_')).toBe('aZ09-_');
});

test.each(['', 'a b', 'a+b', 'a/b', 'a=', 'é', 'a\n'])('[SHL-061] %j is refused as a compact id', (text) => {
  expect(() => parseCompactId(text)).toThrow('Invalid base64 compact string');
});

test('[SHL-062] a share token is the base64 of the notebook id, a dot and the presigned token', () => {
  const share = { notebookId: '0d7a5f4e-8a0e-4c43-9f6b-0a8f1f1c9f00', signature: 'a.b-c' };
  const token = writeShareToken(share);
  expect(token).toBe('MGQ3YTVmNGUtOGEwZS00YzQzLTlmNmItMGE4ZjFmMWM5ZjAw.a.b-c');
  expect(readShareToken(token)).toEqual(share);
});

test.each(['', '.', 'abc', 'YWJj.', '.abc', '%%%.abc'])('[SHL-063] %j is no share token', (token) => {
  expect(readShareToken(token)).toBeUndefined();
});
