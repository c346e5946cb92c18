import { emailSchema, GromaError, passwordSchema, usernameSchema } from '@groma/model';
import { PasswordField, TextField } from '@groma/ui';
import { access } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import { useText } from '../../../platform/text.ts';
import { checkBy } from '../field-errors.ts';
import { FormFrame } from './form-frame.tsx';
import { useCredentialForm } from './use-credential-form.ts';

const checks = { username: checkBy(usernameSchema), email: checkBy(emailSchema), password: checkBy(passwordSchema) };
const takenFields: Readonly<Record<string, keyof typeof checks>> = { EMAIL_TAKEN: 'email', USERNAME_TAKEN: 'username' };

export function SignUpForm({ returned }: { returned: string | null }) {
  const t = useText();
  const { field, ...form } = useCredentialForm({
    checks,
    send: (values) => api.call(access.signUp, { body: values }),
    fieldOf: (error) => (error instanceof GromaError ? takenFields[error.code] : undefined),
  });
  return (
    <FormFrame title={t('access.signUp')} text={t('access.signUpText')} form={form} returned={returned}>
      <TextField
        {...field('username')}
        label={t('access.username')}
        hint={t('access.usernameHint')}
        autoComplete="username"
        size="l"
        autoFocus
      />
      <TextField {...field('email')} label={t('access.email')} type="email" autoComplete="email" size="l" />
      <PasswordField
        {...field('password')}
        label={t('access.password')}
        hint={t('access.passwordHint')}
        autoComplete="new-password"
        size="l"
      />
    </FormFrame>
  );
}
