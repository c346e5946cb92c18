import { Button, Note } from '@groma/ui';
import type { FormEvent, ReactNode } from 'react';
import { useText } from '../../../platform/text.ts';
import { useProviders } from './use-providers.ts';
import { ProviderButtons } from './provider-buttons.tsx';

interface FormFrameProps {
  title: string;
  text: string;
  /** What the button says; without it the title. */
  action?: string;
  /** There is no other way to go on. */
  isAlone?: boolean;
  form: {
    submit(event: FormEvent<HTMLFormElement>): Promise<void>;
    refusal: string | null;
    isSending: boolean;
    secondsLeft: number;
  };
  /** What the identity provider answered, when one was tried before. */
  returned: string | null;
  children: ReactNode;
}

/** A form that ends in a session: other ways in first, then its fields, and what keeps it from being sent. */
export function FormFrame({ title, text, action = title, isAlone = false, form, returned, children }: FormFrameProps) {
  const t = useText();
  const providers = useProviders();
  const isWaiting = form.secondsLeft > 0;
  return (
    <form
      onSubmit={(event) => {
        void form.submit(event);
      }}
      noValidate
    >
      <h1>{title}</h1>
      <p>{text}</p>
      {!isAlone && <ProviderButtons providers={providers} />}
      {isWaiting && <Note kind="warning">{t('access.tooManyAttempts', { count: form.secondsLeft })}</Note>}
      {!isWaiting && (form.refusal ?? returned) !== null && <Note kind="error">{form.refusal ?? returned}</Note>}
      {children}
      <Button type="submit" variant="primary" size="l" fullWidth loading={form.isSending} disabled={isWaiting}>
        {action}
      </Button>
    </form>
  );
}
