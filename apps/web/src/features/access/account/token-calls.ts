import { access, project, type AccessTokenReply, type BodyOf } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api, queryClient } from '../../../platform/api.ts';

export interface AccessToken extends AccessTokenReply {
  isExpired: boolean;
}

const key = ['account-tokens'];

export function useTokens() {
  return useQuery({
    queryKey: key,
    queryFn: async (): Promise<AccessToken[]> =>
      (await api.call(access.listAccessTokens)).data.map((token) => ({
        ...token,
        isExpired: token.expires_at !== null && Date.parse(token.expires_at) <= Date.now(),
      })),
  });
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
