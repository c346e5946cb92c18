import { passwordSchema } from '@groma/model';
import { Button, PasswordField } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { checkBy } from '../field-errors.ts';
import { useSave } from '../use-save.ts';
import { changePassword } from './account-calls.ts';

const check = checkBy(passwordSchema);

/** Another password; every other session ends with the old one. */
export function PasswordForm() {
  const t = useText();
  const [present, setPresent] = useState('');
  const [next, setNext] = useState('');
  const { isSaving, save, errorOf, refusal } = useSave<'present'>({ WRONG_PASSWORD: 'present' });
  const wrong = next === '' ? undefined : check(next);
  const submit = async () => {
    if (wrong !== undefined || !(await save(() => changePassword(present, next), t('account.passwordChanged')))) return;
    setPresent('');
    setNext('');
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <PasswordField
        label={t('account.currentPassword')}
        autoComplete="current-password"
        value={present}
        error={errorOf('present') ?? refusal}
        onChange={(event) => setPresent(event.currentTarget.value)}
      />
      <PasswordField
        label={t('account.newPassword')}
        autoComplete="new-password"
        value={next}
        hint={t('access.passwordHint')}
        error={wrong}
        onChange={(event) => setNext(event.currentTarget.value)}
      />
      <Button type="submit" loading={isSaving} disabled={present === '' || next === '' || wrong !== undefined}>
        {t('account.changePassword')}
      </Button>
    </form>
  );
}
