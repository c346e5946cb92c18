import { emailSchema, passwordSchema, usernameSchema } from '@groma/model';
import { expect, test } from 'vitest';
import { checkBy, fieldErrors } from './field-errors.ts';

const checks = { username: checkBy(usernameSchema), email: checkBy(emailSchema), password: checkBy(passwordSchema) };
const good = { username: 'ana_lukic', email: 'ana@hydrolab.eu', password: 'cardo-maximus' };

test('[ACC-110] [ACC-112] [ACC-113] each wrong field has its own complaint before anything is sent', () => {
  expect(fieldErrors(checks, good)).toBeNull();
  expect(fieldErrors(checks, { ...good, email: 'a b@c.de' })).toEqual({ email: 'Enter a valid email address.' });
  expect(Object.keys(fieldErrors(checks, { username: '', email: 'nobody', password: 'short' }) ?? {})).toEqual([
    'username',
    'email',
    'password',
  ]);
  expect(fieldErrors(checks, { ...good, username: 'a'.repeat(31) })).toHaveProperty('username');
});
