import { GromaError } from '@groma/model';
import { Button, ClockIcon, CompassIcon, MailIcon, Skeleton, toast, UsersIcon } from '@groma/ui';
import { useEffect, useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { invitationOf, type InvitationToken } from '../../../platform/callback.ts';
import { ButtonLink } from '../../../platform/link.tsx';
import { navigate, usePlace } from '../../../platform/router.ts';
import { enterTenant, sessionStore, signOut, verifySession } from '../../../platform/session.ts';
import { useLocale, useText } from '../../../platform/text.ts';
import { NoticeFrame } from '../notice/notice-frame.tsx';
import { invitationMeaning, invitationTitle } from './invitation-text.ts';
import { acceptInvitation, declineInvitation, useInvitation, type InvitationPreview } from './use-invitation.ts';

/** `/invitation`: who invites to what, and the answer to it; or why there is nothing to answer (ACC-033, ACC-034). */
export function Page() {
  const t = useText();
  const { search } = usePlace();
  const invitation = invitationOf(search);
  useEffect(() => {
    document.title = `${t('invitation.pageTitle')} · Groma`;
  }, [t]);
  return invitation ? <Invitation invitation={invitation} /> : <Refused code="INVITATION_NOT_FOUND" />;
}

function Invitation({ invitation }: { invitation: InvitationToken }) {
  const t = useText();
  const { data, error, refetch, isFetching } = useInvitation(invitation);
  if (error instanceof GromaError && error.code in refusals) return <Refused code={error.code as Refusal} />;
  if (error) {
    return (
      <NoticeFrame icon={<MailIcon size={28} />} title={t('invitation.failed')} text={[errorText(error)]}>
        <Button
          variant="primary"
          loading={isFetching}
          onClick={() => {
            void refetch();
          }}
        >
          {t('access.tryAgain')}
        </Button>
      </NoticeFrame>
    );
  }
  if (!data)
    return (
      <NoticeFrame icon={<MailIcon size={28} />} title={<Skeleton width={280} height={26} />} text={[]}>
        <Skeleton width={120} height={30} />
      </NoticeFrame>
    );
  return <Answer invitation={invitation} preview={data} />;
}

function Answer({ invitation, preview }: { invitation: InvitationToken; preview: InvitationPreview }) {
  const t = useText();
  const locale = useLocale();
  const user = sessionStore((state) => state.user);
  const isOthers = preview.fits === false;
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(preview.expires_at));
  const text = [
    invitationMeaning(t, preview),
    isOthers ? t('invitation.wrongAccount', { email: user?.email ?? '' }) : t('invitation.goodUntil', { date: until }),
  ];
  return (
    <NoticeFrame icon={<UsersIcon size={28} />} title={invitationTitle(t, preview)} text={text}>
      {!user ? (
        <SignInActions />
      ) : isOthers ? (
        <SwitchActions />
      ) : (
        <AnswerActions invitation={invitation} preview={preview} />
      )}
      {user && !isOthers && (
        <p className="notice-aside">
          {t('invitation.signedInAs', { email: user.email })} <SwitchAccount />
        </p>
      )}
    </NoticeFrame>
  );
}

/** The way back to this page, for the sign-in area. */
function useWayBack(): string {
  const { pathname, search } = usePlace();
  return `?callbackUrl=${encodeURIComponent(pathname + search)}`;
}

function SignInActions() {
  const t = useText();
  const back = useWayBack();
  return (
    <>
      <ButtonLink href={`/auth/sign-up${back}`} variant="primary">
        {t('access.createAccount')}
      </ButtonLink>
      <ButtonLink href={`/auth${back}`}>{t('access.signIn')}</ButtonLink>
    </>
  );
}

function useSwitch(): () => void {
  const back = useWayBack();
  return () => {
    void signOut().then(() => navigate(`/auth${back}`));
  };
}

function SwitchActions() {
  const t = useText();
  const change = useSwitch();
  return (
    <>
      <Button variant="primary" onClick={change}>
        {t('invitation.switch')}
      </Button>
      <ButtonLink href="/">{t('access.toWorkspaces')}</ButtonLink>
    </>
  );
}

function SwitchAccount() {
  const t = useText();
  return (
    <button type="button" className="notice-link" onClick={useSwitch()}>
      {t('invitation.switchShort')}
    </button>
  );
}

function AnswerActions({ invitation, preview }: { invitation: InvitationToken; preview: InvitationPreview }) {
  const t = useText();
  const [busy, setBusy] = useState<'accept' | 'decline' | null>(null);
  const attempt = async (what: 'accept' | 'decline', act: () => Promise<void>) => {
    setBusy(what);
    try {
      await act();
    } catch (error) {
      toast.error(errorText(error));
      setBusy(null);
    }
  };
  const accept = () =>
    attempt('accept', async () => {
      const { kind, tenant_id: tenantId, project_id: projectId } = await acceptInvitation(invitation);
      if (kind === 'tenants') {
        await enterTenant(tenantId);
        toast.success(t('invitation.joined', { name: preview.name }));
      } else await verifySession();
      navigate(projectId === null ? '/dashboard/workspaces' : `/workspaces/${encodeURIComponent(projectId)}`, {
        replace: true,
      });
    });
  const decline = () =>
    attempt('decline', async () => {
      await declineInvitation(invitation);
      toast.info(t('invitation.declined'));
      navigate('/', { replace: true });
    });
  return (
    <>
      <Button
        variant="primary"
        loading={busy === 'accept'}
        onClick={() => {
          void accept();
        }}
      >
        {t(`invitation.${preview.kind}.accept`)}
      </Button>
      <Button
        loading={busy === 'decline'}
        onClick={() => {
          void decline();
        }}
      >
        {t('invitation.decline')}
      </Button>
    </>
  );
}

const refusals = {
  INVITATION_NOT_FOUND: CompassIcon,
  INVITATION_EXPIRED: ClockIcon,
  INVITATION_REVOKED: MailIcon,
  INVITATION_USED: MailIcon,
} as const;
type Refusal = keyof typeof refusals;

/** Nothing to answer, and what to do about it. */
function Refused({ code }: { code: Refusal }) {
  const t = useText();
  const user = sessionStore((state) => state.user);
  const RefusalIcon = refusals[code];
  return (
    <NoticeFrame
      icon={<RefusalIcon size={28} />}
      title={t(`invitation.${code}.title`)}
      text={[t(`invitation.${code}.text`), t('invitation.askAgain')]}
    >
      {user ? (
        <ButtonLink href="/" variant="primary">
          {t('access.toWorkspaces')}
        </ButtonLink>
      ) : (
        <ButtonLink href="/auth" variant="primary">
          {t('access.signIn')}
        </ButtonLink>
      )}
    </NoticeFrame>
  );
}
