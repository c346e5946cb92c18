import { GromaError, isErrorCode } from '@groma/model';
import { Mark } from '@groma/ui';
import { useEffect } from 'react';
import { errorText } from '../../../platform/api.ts';
import { carriedInvitation } from '../../../platform/callback.ts';
import { LanguageMenu } from '../../../platform/frame/language-menu.tsx';
import { Link } from '../../../platform/link.tsx';
import { usePlace } from '../../../platform/router.ts';
import { useText } from '../../../platform/text.ts';
import { InvitationNote } from '../invitation/invitation-note.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { SurveyDrawing } from './survey-drawing.tsx';
import { useProviders } from './use-providers.ts';
import './sign-in-page.css';

/**
 * The sign-in area (ACC-017): `/auth` signs in, `/auth/sign-up` makes an account. The way back travels along in the
 * query.
 */
export function Page() {
  const t = useText();
  const { pathname, search } = usePlace();
  const isNew = pathname === '/auth/sign-up';
  const returned = useReturnedError(search);
  const invitation = carriedInvitation(search, location.origin);
  useEffect(() => {
    document.title = `${t(isNew ? 'access.signUp' : 'access.signIn')} · Groma`;
  }, [isNew, t]);
  return (
    <div className="sign-in">
      <main>
        <header>
          <Link className="sign-in-brand" href={`/hub${search}`}>
            <Mark size={26} />
            <b>Groma</b>
          </Link>
          <LanguageMenu />
        </header>
        <div className="sign-in-middle">
          {invitation && <InvitationNote invitation={invitation} />}
          {isNew ? <SignUpForm key="new" returned={returned} /> : <SignInForm key="known" returned={returned} />}
          <p className="sign-in-other">
            {t(isNew ? 'access.haveAccount' : 'access.noAccount')}{' '}
            <Link href={`${isNew ? '/auth' : '/auth/sign-up'}${search}`}>
              {t(isNew ? 'access.signInInstead' : 'access.createOne')}
            </Link>
            {t('access.or')} <Link href={`/hub${search}`}>{t('access.browseHub')}</Link>
          </p>
        </div>
      </main>
      <SurveyDrawing />
    </div>
  );
}

/** What an identity provider answered before it sent the browser back here; only codes of the catalogue are said. */
function useReturnedError(search: string): string | null {
  const providers = useProviders();
  const code = new URLSearchParams(search).get('error');
  if (code === null || !isErrorCode(code)) return null;
  return errorText(new GromaError(code, { provider: providers[0]?.name ?? 'OpenID Connect' }));
}
