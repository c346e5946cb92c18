import { Mark } from '@groma/ui';
import { useEffect } from 'react';
import { LanguageMenu } from '../../platform/frame/language-menu.tsx';
import { Link } from '../../platform/link.tsx';
import { usePlace } from '../../platform/router.ts';
import { useText } from '../../platform/text.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { SurveyDrawing } from './survey-drawing.tsx';
import './sign-in-page.css';

/** The sign-in area (ACC-017): `/auth` signs in, `/auth/sign-up` makes an account. The way back travels along in the query. */
export function Page() {
  const t = useText();
  const { pathname, search } = usePlace();
  const isNew = pathname === '/auth/sign-up';
  useEffect(() => {
    document.title = `${t(isNew ? 'access.signUp' : 'access.signIn')} · Groma`;
  }, [isNew, t]);
  return (
    <div className="sign-in">
      <main>
        <div className="sign-in-top">
          <Link className="sign-in-brand" href={`/hub${search}`}><Mark size={26} /><b>Groma</b></Link>
          <LanguageMenu />
        </div>
        {isNew ? <SignUpForm /> : <SignInForm />}
        <p className="sign-in-other">
          {t(isNew ? 'access.haveAccount' : 'access.noAccount')} <Link href={`${isNew ? '/auth' : '/auth/sign-up'}${search}`}>{t(isNew ? 'access.signInInstead' : 'access.createOne')}</Link>
          {t('access.or')} <Link href={`/hub${search}`}>{t('access.browseHub')}</Link>
        </p>
      </main>
      <SurveyDrawing />
    </div>
  );
}
