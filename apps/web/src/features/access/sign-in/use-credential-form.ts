import { GromaError } from '@groma/model';
import { useState, type FormEvent } from 'react';
import { errorText } from '../../../platform/api.ts';
import { verifySession } from '../../../platform/session.ts';
import { fieldErrors, type Check, type FieldErrors } from '../field-errors.ts';
import { useCountdown } from './use-countdown.ts';

interface FormParts<Name extends string> {
  /** What each field must hold; their order is the order of the form. */
  checks: Readonly<Record<Name, Check>>;
  /** Makes the call. The session follows as a cookie. */
  send(values: Record<Name, string>): Promise<unknown>;
  /** The field a refusal of the server belongs to, if any. */
  fieldOf(error: unknown): Name | undefined;
  /** What follows; without it the session is read, and the gate goes on. */
  finish?(): Promise<void>;
}

/** The state of a form of the sign-in area: complaints stand under their fields, and the gate goes on when it is in. */
export function useCredentialForm<Name extends string>({
  checks,
  send,
  fieldOf,
  finish = verifySession,
}: FormParts<Name>) {
  const names = Object.keys(checks) as Name[];
  const [values, setValues] = useState(
    () => Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>,
  );
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const { secondsLeft, wait } = useCountdown();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const found = fieldErrors<Name>(checks, values);
    setErrors(found ?? {});
    setRefusal(null);
    if (found)
      return focusFirst(
        form,
        names.find((name) => found[name]),
      );
    if (secondsLeft > 0) return;
    setSending(true);
    try {
      await send(values);
      await finish();
    } catch (error) {
      const field = fieldOf(error);
      if (error instanceof GromaError && error.code === 'TOO_MANY_ATTEMPTS')
        wait(Number(error.details['seconds'] ?? 0));
      else if (field) setErrors({ [field]: errorText(error) } as FieldErrors<Name>);
      else setRefusal(errorText(error));
      focusFirst(form, field);
    } finally {
      setSending(false);
    }
  };
  const field = (name: Name) => ({
    name,
    value: values[name],
    error: errors[name],
    required: true,
    withAsterisk: false,
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
      setErrors(({ [name]: _gone, ...rest }) => rest as FieldErrors<Name>);
    },
  });
  return { field, submit, refusal, isSending, secondsLeft };
}

function focusFirst(form: HTMLFormElement, name: string | undefined): void {
  const element = name === undefined ? null : form.elements.namedItem(name);
  if (element instanceof HTMLInputElement) element.focus();
}
