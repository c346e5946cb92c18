import { displayNameSchema, usernameSchema } from '@groma/model';
import { Button, TextField } from '@groma/ui';
import { useState } from 'react';
import { useText } from '../../../platform/text.ts';
import { checkBy } from '../field-errors.ts';
import { useSave } from '../use-save.ts';
import { updateAccount, type Account } from './account-calls.ts';

const checks = { username: checkBy(usernameSchema), displayName: checkBy(displayNameSchema) };

/** User name and display name (ACC-112 to ACC-115). */
export function ProfileForm({ account }: { account: Account }) {
  const t = useText();
  const [username, setUsername] = useState(account.username);
  const [displayName, setDisplayName] = useState(account.display_name);
  const { isSaving, save, errorOf, refusal } = useSave<'username'>({ USERNAME_TAKEN: 'username' });
  const isChanged = username !== account.username || displayName !== account.display_name;
  const wrong = { username: checks.username(username), displayName: checks.displayName(displayName) };
  const submit = () => {
    if (wrong.username !== undefined || wrong.displayName !== undefined) return;
    void save(() => updateAccount({ username, display_name: displayName }), t('access.saved'));
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={t('account.displayName')}
        value={displayName}
        autoComplete="name"
        hint={t('account.displayNameHint')}
        error={wrong.displayName}
        onChange={(event) => setDisplayName(event.currentTarget.value)}
      />
      <TextField
        label={t('access.username')}
        value={username}
        autoComplete="username"
        hint={t('access.usernameHint')}
        error={wrong.username ?? errorOf('username') ?? refusal}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <Button type="submit" loading={isSaving} disabled={!isChanged}>
        {t('access.save')}
      </Button>
    </form>
  );
}
