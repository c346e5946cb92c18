import { access, project, type AccessTokenReply, type BodyOf } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../../platform/api.ts';

export type AccessToken = AccessTokenReply;

const key = ['account-tokens'];

export function useTokens() {
  return useQuery({ queryKey: key, queryFn: async () => (await api.call(access.listAccessTokens)).data });
}

/** Those that a token can be limited to. */
export function useOwnProjects() {
  return useQuery({
    queryKey: ['account-projects'],
    queryFn: async () => (await api.call(project.listProjects)).data.map(({ id, name }) => ({ id, name })),
  });
}

/** Creates a token and gives its text. */
export async function createToken(wanted: BodyOf<typeof access.createAccessToken>): Promise<string> {
  const { token } = await api.call(access.createAccessToken, { body: wanted });
  await queryClient.invalidateQueries({ queryKey: key });
  return token;
}

export async function revokeToken(tokenId: string): Promise<void> {
  await api.call(access.revokeAccessToken, { params: { tokenId } });
  await queryClient.invalidateQueries({ queryKey: key });
}
