import { emailSchema, GromaError } from '@groma/model';
import { PasswordField, TextField } from '@groma/ui';
import { access } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import { Link } from '../../../platform/link.tsx';
import { useText } from '../../../platform/text.ts';
import { checkBy } from '../field-errors.ts';
import { FormFrame } from './form-frame.tsx';
import { useCredentialForm } from './use-credential-form.ts';

export function SignInForm({ returned }: { returned: string | null }) {
  const t = useText();
  const { field, ...form } = useCredentialForm({
    checks: {
      email: checkBy(emailSchema),
      password: (value) => (value === '' ? t('access.passwordMissing') : undefined),
    },
    send: (values) => api.call(access.signIn, { body: values }),
    fieldOf: (error) => (error instanceof GromaError && error.code === 'WRONG_CREDENTIALS' ? 'password' : undefined),
  });
  return (
    <FormFrame title={t('access.signIn')} text={t('access.signInText')} form={form} returned={returned}>
      <TextField {...field('email')} label={t('access.email')} type="email" autoComplete="email" size="l" autoFocus />
      <PasswordField {...field('password')} label={t('access.password')} autoComplete="current-password" size="l" />
      <Link className="sign-in-forgotten" href="/password-reset">
        {t('access.reset.forgotten')}
      </Link>
    </FormFrame>
  );
}
