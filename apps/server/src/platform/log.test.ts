import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { createLog } from './log.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

function logged(facts: Record<string, unknown>): string {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  createLog().error('failed', facts);
  return lines.join('');
}

test('[ACC-134] a failed query is logged without its values, however many lines they have', () => {
  const values = `$argon2id$secret,${"somebody's data\n    at their place\nparams: more of it\n".repeat(1_000)}`;
  const error = new Error(`Failed query: insert into accounts\nparams: ${values}`, { cause: new Error('no room') });
  const text = logged({ error });
  expect(text.length).toBeLessThan(4_000);
  for (const each of ['insert into accounts', 'log.test.ts', 'no room']) expect(text).toContain(each);
  for (const each of ['argon2id', 'somebody', 'their place', 'more of it']) expect(text).not.toContain(each);
  error.message = error.message.replace('Failed', 'A failed');
  expect(logged({ error })).not.toContain('somebody');
});

test('[ACC-134] a failed query is logged with its cause and without its values', () => {
  const text = logged({
    error: new Error('Failed query: insert into accounts\nparams: $argon2id$secret,ann', {
      cause: new Error('duplicate key'),
    }),
  });
  expect(text).toContain('duplicate key');
  expect(text).toContain('insert into accounts');
  expect(text).not.toContain('argon2id');
});

test('[ACC-134] passwords, tokens and cookies are left out by their names, however deep they lie', () => {
  const text = logged({
    request: {
      headers: { cookie: 'groma.session_token=s3cret1', Authorization: 'Bearer s3cret2' },
      body: [{ password: 's3cret3', email: 'ann@example.com' }],
    },
    invitationToken: 's3cret4',
    smtp: { pass: 's3cret5' },
  });
  expect(text).not.toContain('s3cret');
  expect(text).toContain('ann@example.com');
});

test('[ACC-134] secrets inside texts are left out, and the rest of the text stays', () => {
  const text = logged({
    path: '/auth?workspaces_invitation_token=s3cret1&callbackUrl=/x',
    link: '/files/signed/a?expires=5&signature=s3cret2',
    database: 'postgres://groma:s3cret3@db.example/groma',
    error: new Error('The peer answered to Authorization: Bearer s3cret4.abc'),
    header: 'groma.session_token=s3cret5; Path=/',
    hash: '$argon2id$v=19$s3cret6',
  });
  expect(text).not.toContain('s3cret');
  for (const kept of ['callbackUrl=/x', 'expires=5', 'db.example/groma', 'The peer answered', 'Path=/'])
    expect(text).toContain(kept);
});

test('a line of the log that cannot be written is lost, and the process goes on', async () => {
  const program = `const { createLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)}); const log = createLog(); for (let line = 0; line < 3; line++) { log.error('no room', {}); await new Promise((resolve) => setTimeout(resolve, 5)); } console.log('alive');`;
  const { stdout } = await promisify(execFile)('/bin/sh', [
    '-c',
    'exec "$0" --input-type=module -e "$1" 2>/dev/full',
    process.execPath,
    program,
  ]);
  expect(stdout).toBe('alive\n');
});
