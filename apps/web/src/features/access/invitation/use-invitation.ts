import { access, type ReplyOf } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import type { InvitationToken } from '../../../platform/callback.ts';
import { sessionStore } from '../../../platform/session.ts';

export type InvitationPreview = ReplyOf<typeof access.previewInvitation>['data'];

/** What an invitation is to and from whom; asked anew when somebody else signs in, since then it may fit or not. */
export function useInvitation({ kind, token }: InvitationToken) {
  const userId = sessionStore((state) => state.user?.id ?? null);
  return useQuery({
    queryKey: ['invitation', kind, token, userId],
    staleTime: 0,
    queryFn: async () => (await api.call(access.previewInvitation, { body: { kind, token } })).data,
  });
}

export async function acceptInvitation({ kind, token }: InvitationToken) {
  return (await api.call(access.acceptInvitation, { body: { kind, token } })).data;
}

export async function declineInvitation({ kind, token }: InvitationToken): Promise<void> {
  await api.call(access.declineInvitation, { body: { kind, token } });
}
