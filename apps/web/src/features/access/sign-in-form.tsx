import { emailSchema, GromaError } from '@groma/model';
import { Button, Note, PasswordField, TextField } from '@groma/ui';
import { access } from '@groma/protocol';
import { api } from '../../platform/api.ts';
import { useText } from '../../platform/text.ts';
import { checkBy } from './field-errors.ts';
import { useCredentialForm } from './use-credential-form.ts';

export function SignInForm() {
  const t = useText();
  const { field, submit, refusal, isSending } = useCredentialForm({
    checks: { email: checkBy(emailSchema), password: (value) => (value === '' ? t('access.passwordMissing') : undefined) },
    send: (values) => api.call(access.signIn, { body: values }),
    fieldOf: (error) => (error instanceof GromaError && error.code === 'WRONG_CREDENTIALS' ? 'password' : undefined),
  });
  return (
    <form onSubmit={(event) => { void submit(event); }} noValidate>
      <h1>{t('access.signIn')}</h1>
      <p>{t('access.signInText')}</p>
      {refusal !== null && <Note kind="error">{refusal}</Note>}
      <TextField {...field('email')} label={t('access.email')} type="email" autoComplete="email" size="l" autoFocus />
      <PasswordField {...field('password')} label={t('access.password')} autoComplete="current-password" size="l" />
      <Button type="submit" variant="primary" size="l" fullWidth loading={isSending}>{t('access.signIn')}</Button>
    </form>
  );
}
