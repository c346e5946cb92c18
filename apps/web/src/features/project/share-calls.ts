import type { ShareRole } from '@groma/model';
import { access, project as calls, type InvitationReply, type ProjectAccessReply } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../platform/api.ts';
import { rememberLink } from '../../platform/invitation-link.ts';

export type ProjectAccess = ProjectAccessReply;
export type ProjectPerson = ProjectAccess['people'][number];
export type ProjectInvitation = InvitationReply;

/** Others accept invitations and leave: what is shown is as of now, when it is opened and while it is looked at. */
const current = { staleTime: 0, refetchInterval: 10_000 } as const;

/** Who has which role, and why. */
export function useProjectAccess(projectId: string) {
  return useQuery({
    ...current,
    queryKey: ['project-access', projectId],
    queryFn: async () => (await api.call(calls.listProjectAccess, { params: { projectId } })).data,
  });
}

/** Invitations that still stand; only whoever may share may ask. */
export function useProjectInvitations(projectId: string, mayShare: boolean) {
  return useQuery({
    ...current,
    queryKey: ['project-invitations', projectId],
    enabled: mayShare,
    queryFn: async () => (await api.call(access.listProjectInvitations, { params: { projectId } })).data,
  });
}

const readAccessAnew = (projectId: string) =>
  queryClient.invalidateQueries({ queryKey: ['project-access', projectId] });
const readInvitationsAnew = (projectId: string) =>
  queryClient.invalidateQueries({ queryKey: ['project-invitations', projectId] });

/** Shares with somebody who has an account. @throws GromaError UNKNOWN_USER where nobody has this address. */
export async function shareWithPerson(projectId: string, email: string, role: ShareRole): Promise<void> {
  await api.call(calls.shareProject, { params: { projectId }, body: { email, role } });
  await readAccessAnew(projectId);
}

/** Invites an address, or by a link that several may take up where there is none. */
export async function inviteToProject(projectId: string, role: ShareRole, email?: string) {
  const made = await api.call(access.inviteToProject, {
    params: { projectId },
    body: email === undefined ? { role, is_reusable: true } : { role, email },
  });
  rememberLink(made.data.id, made.link);
  await readInvitationsAnew(projectId);
  return made;
}

export async function revokeInvitation(projectId: string, invitationId: string): Promise<void> {
  await api.call(access.revokeProjectInvitation, { params: { projectId, invitationId } });
  await readInvitationsAnew(projectId);
}

export async function changeShare(projectId: string, userId: string, role: ShareRole): Promise<void> {
  await api.call(calls.updateShare, { params: { projectId, userId }, body: { role } });
  await readAccessAnew(projectId);
}

export async function unshare(projectId: string, userId: string): Promise<void> {
  await api.call(calls.unshareProject, { params: { projectId, userId } });
  await readAccessAnew(projectId);
}
