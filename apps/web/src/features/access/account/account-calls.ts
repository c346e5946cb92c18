import { access, type AccountReply, type ReplyOf } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../../platform/api.ts';
import { signOut, verifySession } from '../../../platform/session.ts';

export type Account = AccountReply;
export type AccountSession = ReplyOf<typeof access.listSessions>['data'][number];

export function useAccount() {
  return useQuery({ queryKey: ['account'], queryFn: async () => (await api.call(access.readAccount)).data });
}

export function useSessions() {
  return useQuery({ queryKey: ['account-sessions'], queryFn: async () => (await api.call(access.listSessions)).data });
}

export function useDeletion(isAsked: boolean) {
  return useQuery({
    queryKey: ['account-deletion'],
    enabled: isAsked,
    staleTime: 0,
    queryFn: async () => (await api.call(access.previewAccountDeletion)).data,
  });
}

async function show(account: Account): Promise<void> {
  queryClient.setQueryData(['account'], account);
  await verifySession();
}

export async function updateAccount(change: { username?: string; display_name?: string }): Promise<void> {
  await show((await api.call(access.updateAccount, { body: change })).data);
}

export async function changeEmail(email: string, password: string): Promise<void> {
  await show((await api.call(access.changeEmail, { body: { email, password } })).data);
}

export async function changePassword(password: string, next: string): Promise<void> {
  await api.call(access.changePassword, { body: { password, new_password: next } });
  await readSessionsAnew();
}

const readSessionsAnew = () => queryClient.invalidateQueries({ queryKey: ['account-sessions'] });

export async function endSession(sessionId: string): Promise<void> {
  await api.call(access.endSession, { params: { sessionId } });
  await readSessionsAnew();
}

export async function endOtherSessions(): Promise<number> {
  const { ended_sessions: ended } = await api.call(access.endOtherSessions);
  await readSessionsAnew();
  return ended;
}

export async function deleteAccount(username: string, password: string | undefined): Promise<void> {
  await api.call(access.deleteAccount, { body: { username, ...(password !== undefined && { password }) } });
  await signOut();
}
