import { expect, test } from 'vitest';
import type { z } from 'zod';
import { displayNameSchema, emailSchema, titleSchema, usernameSchema } from './name.ts';

const takes = (schema: z.ZodType, text: string) => schema.safeParse(text).success;

test('[ACC-110] [ACC-111] email addresses', () => {
  for (const good of ['a@b.co', 'first.last+tag@sub.example.org', 'ü@exämple.de'])
    expect([good, takes(emailSchema, good)]).toEqual([good, true]);
  for (const bad of ['', 'a', 'a@b', 'a b@c.de', 'a@b c.de', '@b.co', 'a@.co', 'a@b.', 'a@@b.co', ' a@b.co'])
    expect([bad, takes(emailSchema, bad)]).toEqual([bad, false]);
});

test('[ACC-112] [ACC-113] user names', () => {
  for (const good of ['a', 'A-b_9', 'žofie', 'a'.repeat(30)])
    expect([good, takes(usernameSchema, good)]).toEqual([good, true]);
  for (const bad of ['', 'a'.repeat(31), 'a b', 'a@b', "o'brien"])
    expect([bad, takes(usernameSchema, bad)]).toEqual([bad, false]);
});

test('[ACC-114] [ACC-115] display names', () => {
  for (const good of ["Ana O'Neil-Lukić_2", 'a'.repeat(30)])
    expect([good, takes(displayNameSchema, good)]).toEqual([good, true]);
  for (const bad of ['', 'a'.repeat(31), 'a@b', 'a.b'])
    expect([bad, takes(displayNameSchema, bad)]).toEqual([bad, false]);
});

test('titles are trimmed and hold no slash and no control character', () => {
  expect(titleSchema.parse('  Low flow ')).toBe('Low flow');
  for (const bad of ['', '   ', 'a/b', 'a\\b', 'a\0b', 'x'.repeat(121)])
    expect([bad, takes(titleSchema, bad)]).toEqual([bad, false]);
});
