import { emailSchema, GromaError, passwordSchema } from '@groma/model';
import { access } from '@groma/protocol';
import { Mark, Note, PasswordField, TextField } from '@groma/ui';
import { useEffect, useState } from 'react';
import { api, errorText } from '../../../platform/api.ts';
import { LanguageMenu } from '../../../platform/frame/language-menu.tsx';
import { Link } from '../../../platform/link.tsx';
import { navigate } from '../../../platform/router.ts';
import { verifySession } from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { checkBy } from '../field-errors.ts';
import { FormFrame } from './form-frame.tsx';
import { SurveyDrawing } from './survey-drawing.tsx';
import { useCredentialForm } from './use-credential-form.ts';
import { useMailState } from './use-providers.ts';
import './sign-in-page.css';

/**
 * For whoever has forgotten a password (ACC-147): asks for the link, and where the link leads, sets the new one. Its
 * token stands after the `#`, so that no server on the way notes it.
 */
export function Page() {
  const t = useText();
  const [token, setToken] = useState(() => location.hash.slice(1));
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    // The link may be pasted into the page that asked for it.
    const read = () => setToken(location.hash.slice(1));
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  useEffect(() => {
    document.title = `${t('access.reset.title')} · Groma`;
  }, [t]);
  return (
    <div className="sign-in">
      <main>
        <header>
          <Link className="sign-in-brand" href="/hub">
            <Mark size={26} />
            <b>Groma</b>
          </Link>
          <LanguageMenu />
        </header>
        <div className="sign-in-middle">
          {token === '' ? (
            <LetterForm refusal={refusal} />
          ) : (
            <NewPasswordForm
              key={token}
              token={token}
              onInvalid={(text) => {
                setRefusal(text);
                setToken('');
              }}
            />
          )}
          <p className="sign-in-other">
            <Link href="/auth">{t('access.reset.back')}</Link>
          </p>
        </div>
      </main>
      <SurveyDrawing />
    </div>
  );
}

/** Asks for the link; `refusal` says why the one that was opened is no good. */
function LetterForm({ refusal }: { refusal: string | null }) {
  const t = useText();
  const mail = useMailState();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { field, ...form } = useCredentialForm<'email'>({
    checks: { email: checkBy(emailSchema) },
    send: async (values) => {
      await api.call(access.requestPasswordReset, { body: values });
      setSentTo(values.email);
    },
    fieldOf: () => undefined,
    finish: () => Promise.resolve(),
  });
  if (sentTo !== null || mail === 'off')
    return (
      <div className="sign-in-told" role="status">
        <h1>{t('access.reset.title')}</h1>
        {sentTo === null && refusal !== null && <Note kind="error">{refusal}</Note>}
        <Note>{sentTo === null ? t('access.reset.byAdministrator') : t('access.reset.sent', { email: sentTo })}</Note>
      </div>
    );
  return (
    <FormFrame
      title={t('access.reset.title')}
      text={t('access.reset.text')}
      action={t('access.reset.send')}
      form={form}
      returned={refusal}
      isAlone
    >
      <TextField {...field('email')} label={t('access.email')} type="email" autoComplete="email" size="l" autoFocus />
    </FormFrame>
  );
}

function NewPasswordForm({ token, onInvalid }: { token: string; onInvalid(text: string): void }) {
  const t = useText();
  const { field, ...form } = useCredentialForm<'password'>({
    checks: { password: checkBy(passwordSchema) },
    send: ({ password }) => api.call(access.resetPassword, { body: { token, new_password: password } }),
    fieldOf: (error) => {
      if (error instanceof GromaError && error.code === 'RESET_LINK_INVALID') onInvalid(errorText(error));
      return undefined;
    },
    finish: async () => {
      await verifySession();
      navigate('/dashboard/workspaces', { replace: true });
    },
  });
  return (
    <FormFrame
      title={t('access.reset.title')}
      text={t('access.reset.newText')}
      action={t('access.reset.set')}
      form={form}
      returned={null}
      isAlone
    >
      <PasswordField
        {...field('password')}
        label={t('access.reset.newPassword')}
        hint={t('access.passwordHint')}
        autoComplete="new-password"
        size="l"
        autoFocus
      />
    </FormFrame>
  );
}
