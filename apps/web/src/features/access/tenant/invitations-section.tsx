import { emailSchema } from '@groma/model';
import { Button, ErrorState, LinkIcon, MailIcon, Note, TextField, Truncated } from '@groma/ui';
import { useState } from 'react';
import { errorText } from '../../../platform/api.ts';
import { inputText } from '../../../platform/error-text.ts';
import { InvitationActions } from '../../../platform/frame/invitation-actions.tsx';
import { LinkNote } from '../../../platform/frame/link-note.tsx';
import { useLocale, useText } from '../../../platform/text.ts';
import { useSave } from '../use-save.ts';
import {
  inviteToTenant,
  revokeTenantInvitation,
  useTenantInvitations,
  type TenantDetail,
  type TenantInvitation,
} from './tenant-calls.ts';

type Said = { email: string | null; link: string | null } | null;

/** Invites to a tenant, and shows the invitations that nobody has taken up yet. */
export function InvitationsSection({ detail }: { detail: TenantDetail }) {
  const t = useText();
  const { data, error, refetch } = useTenantInvitations(detail.id, true);
  const isPlanOver = detail.outcome !== 'NO_ERROR';
  return (
    <>
      {isPlanOver ? <Note kind="warning">{t('access.needsPlan')}</Note> : <InviteForm tenantId={detail.id} />}
      {error && !data && (
        <ErrorState
          title={t('access.invitationsFailed')}
          onRetry={() => {
            void refetch();
          }}
        >
          {errorText(error)}
        </ErrorState>
      )}
      {data && data.length > 0 && (
        <ul className="settings-rows" aria-label={t('access.pending')} data-long={data.length > 8 || undefined}>
          {data.map((invitation) => (
            <PendingRow key={invitation.id} invitation={invitation} tenantId={detail.id} mayInvite={!isPlanOver} />
          ))}
        </ul>
      )}
    </>
  );
}

function InviteForm({ tenantId }: { tenantId: string }) {
  const t = useText();
  const [email, setEmail] = useState('');
  const [said, setSaid] = useState<Said>(null);
  const [isLink, setLink] = useState(false);
  const { isSaving, save, refusal, setFailure } = useSave({});
  const invite = async (address?: string) => {
    setLink(address === undefined);
    setSaid(null);
    await save(async () => {
      const { link, mail } = await inviteToTenant(tenantId, address);
      setSaid({ email: address ?? null, link: mail === 'sent' ? null : link });
      if (address !== undefined) setEmail('');
    });
  };
  const submit = () => {
    const parsed = emailSchema.safeParse(email.trim());
    if (!parsed.success) return setFailure({ field: null, text: inputText(parsed.error.issues[0]?.message ?? '') });
    void invite(parsed.data);
  };
  return (
    <form
      className="settings-wide"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="settings-inline">
        <TextField
          aria-label={t('access.inviteEmail')}
          placeholder={t('access.inviteEmail')}
          type="email"
          icon={<MailIcon />}
          value={email}
          error={refusal}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setFailure(null);
          }}
        />
        <Button type="submit" variant="primary" loading={isSaving && !isLink}>
          {t('access.invite')}
        </Button>
        <Button
          icon={<LinkIcon />}
          loading={isSaving && isLink}
          onClick={() => {
            void invite();
          }}
        >
          {t('access.makeLink')}
        </Button>
      </div>
      {said?.link === null && <Note kind="success">{t('access.mailed', { email: said.email ?? '' })}</Note>}
      {said?.link && (
        <LinkNote
          link={said.link}
          text={said.email === null ? t('access.linkForAnyone') : t('access.linkFor', { email: said.email })}
        />
      )}
    </form>
  );
}

function PendingRow({
  invitation,
  tenantId,
  mayInvite,
}: {
  invitation: TenantInvitation;
  tenantId: string;
  mayInvite: boolean;
}) {
  const t = useText();
  const locale = useLocale();
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(invitation.expires_at));
  const name = invitation.email ?? t('access.anyoneWithLink');
  const renew = async () => {
    const { link } = await inviteToTenant(tenantId, invitation.email ?? undefined);
    // One for an address takes the place of the one before by itself.
    if (invitation.email === null) await revokeTenantInvitation(tenantId, invitation.id);
    return link;
  };
  return (
    <li>
      {invitation.email === null ? <LinkIcon /> : <MailIcon />}
      <span className="settings-row-text">
        <b>
          <Truncated text={name} />
        </b>
        <small>
          <Truncated text={t('access.pendingFrom', { inviter: invitation.invited_by, date })} />
        </small>
      </span>
      <InvitationActions
        invitationId={invitation.id}
        name={name}
        mayRenew={mayInvite}
        onRenew={renew}
        onRevoke={() => revokeTenantInvitation(tenantId, invitation.id)}
      />
    </li>
  );
}
