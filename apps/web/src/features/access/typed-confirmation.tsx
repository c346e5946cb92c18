import { Button, Dialog, PasswordField, TextField } from '@groma/ui';
import { useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.ts';
import { useSave } from './use-save.ts';

interface TypedConfirmationProps {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** What has to be typed once more. */
  word: string;
  label: string;
  /** Asks for the password too. */
  withPassword?: boolean;
  action: string;
  /** A rejection keeps the dialog open and says why. */
  onConfirm: (typed: string, password: string) => Promise<void>;
  children: ReactNode;
}

/** A question about what cannot be undone and takes much with it: its name is typed before the answer counts. */
export function TypedConfirmation({
  opened,
  onClose,
  title,
  word,
  label,
  withPassword = false,
  action,
  onConfirm,
  children,
}: TypedConfirmationProps) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const { isSaving, save, errorOf, refusal } = useSave<'word' | 'password'>({
    NAME_NOT_REPEATED: 'word',
    WRONG_PASSWORD: 'password',
  });
  const isReady = typed.trim() === word.trim() && (!withPassword || password !== '');
  const close = () => {
    setTyped('');
    setPassword('');
    onClose();
  };
  const submit = async () => {
    if (isReady && (await save(() => onConfirm(typed, password)))) close();
  };
  const foot = (
    <>
      <Button onClick={close}>{t('access.cancel')}</Button>
      <Button type="submit" variant="danger" loading={isSaving} disabled={!isReady}>
        {action}
      </Button>
    </>
  );
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={title}
      onSubmit={() => {
        void submit();
      }}
      foot={foot}
    >
      <div>{children}</div>
      <TextField
        label={label}
        value={typed}
        autoComplete="off"
        data-autofocus
        error={errorOf('word') ?? refusal}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {withPassword && (
        <PasswordField
          label={t('access.password')}
          value={password}
          autoComplete="current-password"
          error={errorOf('password')}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
    </Dialog>
  );
}
