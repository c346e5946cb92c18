import type { Text } from '../../../platform/text.ts';
import type { InvitationPreview } from './use-invitation.ts';

/** "Ana invites you to “Low flow”", in one line. */
export function invitationTitle(
  t: Text,
  { kind, name, invited_by: inviter }: Pick<InvitationPreview, 'kind' | 'name' | 'invited_by'>,
): string {
  return t(`invitation.${kind}.title`, { name, inviter });
}

/** What accepting it brings. */
export function invitationMeaning(
  t: Text,
  { kind, role, tenant_name: tenant }: Pick<InvitationPreview, 'kind' | 'role' | 'tenant_name'>,
): string {
  return kind === 'tenants'
    ? t('invitation.tenants.text', { tenant })
    : t(`invitation.workspaces.${role ?? 'PROJECT_VIEWER'}`, { tenant });
}
