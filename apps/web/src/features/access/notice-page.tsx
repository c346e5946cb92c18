import { Button, ClockIcon, CompassIcon, CreditCardIcon, LockIcon, Mark } from '@groma/ui';
import { useEffect, useState } from 'react';
import { ButtonLink, Link } from '../../platform/link.tsx';
import { navigate } from '../../platform/router.ts';
import { sessionStore, signOut, verifySession } from '../../platform/session.ts';
import { useText } from '../../platform/text.ts';
import './notice-page.css';

const icons = { noPlan: CreditCardIcon, planExpired: ClockIcon, permissionDenied: LockIcon, notFound: CompassIcon };
type Notice = keyof typeof icons;

/** A page that says why one cannot go on, and what to do next (ACC-049). */
export function noticePage(kind: Notice) {
  const NoticeIcon = icons[kind];
  return function NoticePage() {
    const t = useText();
    const user = sessionStore((state) => state.user);
    useEffect(() => { document.title = `${t(`access.${kind}.title`)} · Groma`; }, [t]);
    return (
      <main className="notice">
        <Link className="notice-brand" href="/"><Mark size={26} /><b>Groma</b></Link>
        <section>
          <NoticeIcon size={28} />
          <h1>{t(`access.${kind}.title`)}</h1>
          <p>{t(`access.${kind}.text`)}</p>
          <p>{t(`access.${kind}.next`)}</p>
          <div className="notice-actions">
            {kind === 'noPlan' || kind === 'planExpired' ? <PlanActions /> : <HomeAction />}
            {user && kind === 'permissionDenied' && <Button onClick={() => { void signOut(); }}>{t('access.otherAccount', { email: user.email })}</Button>}
          </div>
        </section>
      </main>
    );
  };
}

function HomeAction() {
  const t = useText();
  return <ButtonLink href="/" variant="primary">{t('access.toWorkspaces')}</ButtonLink>;
}

/** The plan may have been mended meanwhile: ask again, or leave. */
function PlanActions() {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const askAgain = async () => {
    setAsking(true);
    await verifySession();
    setAsking(false);
    if (sessionStore.getState().outcome === 'NO_ERROR') navigate('/');
  };
  return (
    <>
      <Button variant="primary" loading={isAsking} onClick={() => { void askAgain(); }}>{t('access.askAgain')}</Button>
      <Button onClick={() => { void signOut(); }}>{t('shell.signOut')}</Button>
    </>
  );
}
