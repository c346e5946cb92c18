import { emailSchema } from '@groma/model';
import { Button, PasswordField, TextField } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { checkBy } from '../field-errors.ts';
import { useSave } from '../use-save.ts';
import { changeEmail, type Account } from './account-calls.ts';

const check = checkBy(emailSchema);

/** The address one signs in with. The password is asked, since it opens the account. */
export function EmailForm({ account }: { account: Account }) {
  const t = useText();
  const [email, setEmail] = useState(account.email);
  const [password, setPassword] = useState('');
  const { isSaving, save, errorOf, refusal } = useSave<'email' | 'password'>({
    EMAIL_TAKEN: 'email',
    WRONG_PASSWORD: 'password',
  });
  const isChanged = email.trim() !== account.email;
  const wrong = isChanged ? check(email.trim()) : undefined;
  const submit = async () => {
    if (wrong === undefined && (await save(() => changeEmail(email.trim(), password), t('access.saved'))))
      setPassword('');
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextField
        label={t('access.email')}
        type="email"
        autoComplete="email"
        value={email}
        error={wrong ?? errorOf('email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {isChanged && (
        <PasswordField
          label={t('account.currentPassword')}
          autoComplete="current-password"
          value={password}
          error={errorOf('password') ?? refusal}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
      <Button type="submit" loading={isSaving} disabled={!isChanged || wrong !== undefined || password === ''}>
        {t('account.changeEmail')}
      </Button>
    </form>
  );
}
