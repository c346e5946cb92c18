import { access, type InvitationReply, type ReplyOf } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../../platform/api.ts';
import { rememberLink } from '../../../platform/invitation-link.ts';
import { verifySession } from '../../../platform/session.ts';

export type TenantDetail = ReplyOf<typeof access.readTenant>['data'];
export type Member = TenantDetail['members'][number];
export type TenantInvitation = InvitationReply;

export function useTenantDetail(tenantId: string) {
  return useQuery({
    queryKey: ['tenant', tenantId],
    queryFn: async () => (await api.call(access.readTenant, { params: { tenantId } })).data,
  });
}

export function useTenantInvitations(tenantId: string, mayInvite: boolean) {
  return useQuery({
    queryKey: ['tenant-invitations', tenantId],
    enabled: mayInvite,
    queryFn: async () => (await api.call(access.listTenantInvitations, { params: { tenantId } })).data,
  });
}

const readTenantAnew = (tenantId: string) => queryClient.invalidateQueries({ queryKey: ['tenant', tenantId] });
const readInvitationsAnew = (tenantId: string) =>
  queryClient.invalidateQueries({ queryKey: ['tenant-invitations', tenantId] });

export async function renameTenant(tenantId: string, name: string): Promise<void> {
  await api.call(access.renameTenant, { params: { tenantId }, body: { name } });
  await Promise.all([
    readTenantAnew(tenantId),
    verifySession(),
    queryClient.invalidateQueries({ queryKey: ['projects'] }),
  ]);
}

/** Invites an address, or by a link that several may take up where there is none. */
export async function inviteToTenant(tenantId: string, email?: string) {
  const made = await api.call(access.inviteToTenant, {
    params: { tenantId },
    body: email === undefined ? { is_reusable: true } : { email },
  });
  rememberLink(made.data.id, made.link);
  await readInvitationsAnew(tenantId);
  return made;
}

export async function revokeTenantInvitation(tenantId: string, invitationId: string): Promise<void> {
  await api.call(access.revokeTenantInvitation, { params: { tenantId, invitationId } });
  await readInvitationsAnew(tenantId);
}

export async function removeMember(tenantId: string, userId: string): Promise<void> {
  await api.call(access.removeMember, { params: { tenantId, userId } });
  await readTenantAnew(tenantId);
}

export async function leaveTenant(tenantId: string): Promise<void> {
  await api.call(access.leaveTenant, { params: { tenantId } });
  await forgetTenant();
}

export async function dissolveTenant(tenantId: string, name: string): Promise<void> {
  await api.call(access.dissolveTenant, { params: { tenantId }, body: { name } });
  await forgetTenant();
}

async function forgetTenant(): Promise<void> {
  await verifySession();
  await queryClient.invalidateQueries({ queryKey: ['projects'] });
}
