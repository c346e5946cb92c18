import { useEffect, useState } from 'react';
import { Button } from '../control/button.tsx';
import { TextField } from '../control/text-field.tsx';
import { CircleCheckIcon, CircleXIcon } from '../icons.ts';
import { useTexts } from '../provider/interface-context.ts';
import { Dialog } from './dialog.tsx';

export interface RenameTexts {
  title: string;
  label: string;
  /** Shown when the name does not match. */
  invalid?: string;
  hint?: string;
  /** Spoken names of the icon in the field. */
  validName?: string;
  invalidName?: string;
  cancel?: string;
  confirm?: string;
}

export interface RenameDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The name at opening. */
  name: string;
  /** A name that was typed before and not taken; null for none. The dialog opens with it and says so. */
  typed?: string | null;
  /** Gets each change of the name, and null once it is taken or given up. */
  onType?: (name: string | null) => void;
  /** What the trimmed name must match as a whole or in part, as the expression says. */
  pattern: RegExp;
  /** Gets the trimmed name. A rejection keeps the dialog open and its message stands under the field. */
  onConfirm: (name: string) => void | Promise<void>;
  texts: RenameTexts;
}

/** Whether a name may be given: its trimmed form matches the caller's pattern. */
export function isNameValid(name: string, pattern: RegExp): boolean {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(name.trim());
}

/** Gives a thing another name. */
export function RenameDialog({
  opened,
  onClose,
  name,
  typed = null,
  onType,
  pattern,
  onConfirm,
  texts,
}: RenameDialogProps) {
  const words = useTexts();
  const [value, setValue] = useState(typed ?? name);
  const [isLeft, setLeft] = useState(typed !== null && typed !== name);
  const [failure, setFailure] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  useEffect(() => {
    if (!opened) return;
    setValue(typed ?? name);
    setLeft(typed !== null && typed !== name);
    setFailure(null);
    // Only the opening resets: a name that changes under an open dialog must not overwrite what is being typed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [opened]);
  const isValid = isNameValid(value, pattern);
  const giveUp = () => {
    onType?.(null);
    onClose();
  };
  const type = (text: string) => {
    setValue(text);
    setLeft(false);
    setFailure(null);
    onType?.(text);
  };
  const submit = async () => {
    if (!isValid || isSaving) return;
    setSaving(true);
    try {
      await onConfirm(value.trim());
      giveUp();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Dialog
      opened={opened}
      onClose={giveUp}
      title={texts.title}
      onSubmit={() => {
        void submit();
      }}
      foot={
        <>
          <Button onClick={giveUp}>{texts.cancel ?? words.cancel}</Button>
          <Button variant="primary" type="submit" disabled={!isValid} loading={isSaving}>
            {texts.confirm ?? words.confirm}
          </Button>
        </>
      }
    >
      <TextField
        label={texts.label}
        value={value}
        onChange={(event) => type(event.currentTarget.value)}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        error={failure ?? (isValid ? undefined : (texts.invalid ?? words.rename.invalid))}
        hint={isLeft ? words.rename.left : (texts.hint ?? words.rename.hint)}
        rightSection={<ValidityIcon isValid={isValid && failure === null} texts={texts} />}
      />
    </Dialog>
  );
}

function ValidityIcon({ isValid, texts }: { isValid: boolean; texts: RenameTexts }) {
  const words = useTexts();
  const name = isValid ? (texts.validName ?? words.rename.validName) : (texts.invalidName ?? words.rename.invalidName);
  return (
    <span className="g-validity" data-valid={isValid} role="img" aria-label={name}>
      {isValid ? <CircleCheckIcon /> : <CircleXIcon />}
    </span>
  );
}
