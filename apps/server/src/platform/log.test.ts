import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';

afterEach(() => { vi.restoreAllMocks(); });

test('a failed query is logged with its cause and without its values', () => {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  createLog().error('failed', { error: new Error('Failed query: insert into accounts\nparams: $argon2id$secret,ann', { cause: new Error('duplicate key') }) });
  expect(lines.join('')).toContain('duplicate key');
  expect(lines.join('')).toContain('insert into accounts');
  expect(lines.join('')).not.toContain('argon2id');
});
