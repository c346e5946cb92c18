import { ErrorState, LinkIcon, MailIcon, Truncated } from '@groma/ui';
import { errorText } from '../../platform/api.ts';
import { InvitationActions } from '../../platform/frame/invitation-actions.tsx';
import { useLocale, useText } from '../../platform/text.ts';
import { inviteToProject, revokeInvitation, useProjectInvitations, type ProjectInvitation } from './share-calls.ts';

interface ShareInvitationsProps {
  projectId: string;
  mayInvite: boolean;
}

/** Invitations nobody has taken up yet; they can be handed on again or taken back. */
export function ShareInvitations({ projectId, mayInvite }: ShareInvitationsProps) {
  const t = useText();
  const { data, error, refetch } = useProjectInvitations(projectId, true);
  if (error && !data)
    return (
      <ErrorState
        title={t('access.invitationsFailed')}
        onRetry={() => {
          void refetch();
        }}
      >
        {errorText(error)}
      </ErrorState>
    );
  if (!data || data.length === 0) return null;
  return (
    <section className="share-pending">
      <h3>{t('access.pending')}</h3>
      <ul>
        {data.map((invitation) => (
          <PendingRow key={invitation.id} invitation={invitation} projectId={projectId} mayInvite={mayInvite} />
        ))}
      </ul>
    </section>
  );
}

function PendingRow({ invitation, projectId, mayInvite }: ShareInvitationsProps & { invitation: ProjectInvitation }) {
  const t = useText();
  const locale = useLocale();
  const until = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(new Date(invitation.expires_at));
  const name = invitation.email ?? t('access.anyoneWithLink');
  const renew = async () => {
    const made = await inviteToProject(projectId, invitation.role ?? 'PROJECT_VIEWER', invitation.email ?? undefined);
    // One for an address takes the place of the one before by itself.
    if (invitation.email === null) await revokeInvitation(projectId, invitation.id);
    return made.link;
  };
  return (
    <li>
      {invitation.email === null ? <LinkIcon /> : <MailIcon />}
      <span className="share-person">
        <Truncated text={name} />
        <small>
          {t('access.pendingFacts', { role: t(`project.roles.${invitation.role ?? 'PROJECT_VIEWER'}`), date: until })}
        </small>
      </span>
      <InvitationActions
        invitationId={invitation.id}
        name={name}
        mayRenew={mayInvite}
        onRenew={renew}
        onRevoke={() => revokeInvitation(projectId, invitation.id)}
      />
    </li>
  );
}
