import { Button, ClockIcon, CompassIcon, CreditCardIcon, LockIcon } from '@groma/ui';
import { useEffect, useState } from 'react';
import { TenantMark } from '../../../platform/frame/tenant-switch.tsx';
import { ButtonLink } from '../../../platform/link.tsx';
import { navigate } from '../../../platform/router.ts';
import {
  enterTenant,
  sessionStore,
  signOut,
  tenantsOf,
  verifySession,
  type Tenant,
} from '../../../platform/session.ts';
import { useText } from '../../../platform/text.ts';
import { NoticeFrame } from './notice-frame.tsx';

const icons = { noPlan: CreditCardIcon, planExpired: ClockIcon, permissionDenied: LockIcon, notFound: CompassIcon };
type Notice = keyof typeof icons;

/** A page that says why one cannot go on, and what to do next (ACC-049). */
export function noticePage(kind: Notice) {
  const NoticeIcon = icons[kind];
  return function NoticePage() {
    const t = useText();
    const user = sessionStore((state) => state.user);
    const lost = sessionStore((state) => state.lostProject);
    useEffect(() => {
      document.title = `${t(`access.${kind}.title`)} · Groma`;
    }, [t]);
    const isLost = kind === 'permissionDenied' && lost !== null;
    const isPlan = kind === 'noPlan' || kind === 'planExpired';
    const text = [isLost ? t('access.permissionDenied.lostText') : t(`access.${kind}.text`), t(`access.${kind}.next`)];
    return (
      <NoticeFrame
        icon={<NoticeIcon size={28} />}
        title={isLost ? t('access.permissionDenied.lostTitle', { name: lost }) : t(`access.${kind}.title`)}
        text={text}
        more={isPlan && <OtherTenants />}
      >
        {isPlan ? (
          <PlanActions />
        ) : (
          <ButtonLink href="/" variant="primary">
            {t('access.toWorkspaces')}
          </ButtonLink>
        )}
        {user && kind === 'permissionDenied' && (
          <Button
            onClick={() => {
              void signOut();
            }}
          >
            {t('access.otherAccount', { email: user.email })}
          </Button>
        )}
      </NoticeFrame>
    );
  };
}

/** The tenants whose plan has not ended: one can go on working there. */
function OtherTenants() {
  const t = useText();
  const user = sessionStore((state) => state.user);
  const open = user ? tenantsOf(user).filter(({ outcome }) => outcome === 'NO_ERROR') : [];
  if (open.length === 0) return null;
  return (
    <div className="notice-tenants">
      <h2>{t('access.enterInstead')}</h2>
      <ul>
        {open.map((tenant) => (
          <li key={tenant.id}>
            <EnterButton tenant={tenant} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function EnterButton({ tenant }: { tenant: Tenant }) {
  const t = useText();
  const [isEntering, setEntering] = useState(false);
  const enter = async () => {
    setEntering(true);
    await enterTenant(tenant.id);
    setEntering(false);
    if (sessionStore.getState().outcome === 'NO_ERROR') navigate('/');
  };
  return (
    <button
      type="button"
      className="notice-tenant"
      aria-busy={isEntering || undefined}
      onClick={() => {
        void enter();
      }}
    >
      <TenantMark tenant={tenant} />
      <span>
        <b>{tenant.name}</b>
        <small>{t('access.ownedBy', { owner: tenant.owner.username })}</small>
      </span>
      <span>{t('access.enter')}</span>
    </button>
  );
}

/** The plan may have been mended meanwhile: ask again, or leave. */
function PlanActions() {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const [isStillOver, setStillOver] = useState(false);
  const askAgain = async () => {
    setAsking(true);
    await verifySession();
    setAsking(false);
    if (sessionStore.getState().outcome === 'NO_ERROR') navigate('/');
    else setStillOver(true);
  };
  return (
    <>
      <Button
        variant="primary"
        loading={isAsking}
        onClick={() => {
          void askAgain();
        }}
      >
        {t('access.askAgain')}
      </Button>
      <Button
        onClick={() => {
          void signOut();
        }}
      >
        {t('shell.signOut')}
      </Button>
      {isStillOver && (
        <p className="notice-aside" role="status">
          {t('access.stillOver')}
        </p>
      )}
    </>
  );
}
