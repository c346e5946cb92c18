import { Note } from '@groma/ui';
import { errorText } from '../../../platform/api.ts';
import type { InvitationToken } from '../../../platform/callback.ts';
import { useText } from '../../../platform/text.ts';
import { invitationTitle } from './invitation-text.ts';
import { useInvitation } from './use-invitation.ts';

/** One line over a form for whoever signs in because of an invitation. */
export function InvitationNote({ invitation }: { invitation: InvitationToken }) {
  const t = useText();
  const { data, error } = useInvitation(invitation);
  if (error) return <Note kind="warning">{errorText(error)}</Note>;
  return data ? <Note>{t('invitation.signInFor', { title: invitationTitle(t, data) })}</Note> : null;
}
