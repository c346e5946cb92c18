import { access, type BodyOf, type ReplyOf } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

export type AuthorizationRequest = BodyOf<typeof access.giveConsent>['request'];
export type ConsentAsked = ReplyOf<typeof access.readConsent>['data'];

/** What a client asks for in the address of the page; the server judges it. */
export function requestOf(search: string): AuthorizationRequest {
  const asked = new URLSearchParams(search);
  const optional = (name: 'code_challenge' | 'code_challenge_method' | 'scope' | 'resource' | 'state') => {
    const value = asked.get(name);
    return value === null ? {} : { [name]: value };
  };
  return {
    client_id: asked.get('client_id') ?? '',
    redirect_uri: asked.get('redirect_uri') ?? '',
    response_type: asked.get('response_type') ?? '',
    ...optional('code_challenge'),
    ...optional('code_challenge_method'),
    ...optional('scope'),
    ...optional('resource'),
    ...optional('state'),
  };
}

export function useConsent(request: AuthorizationRequest) {
  return useQuery({
    queryKey: ['consent', request],
    staleTime: 0,
    retry: false,
    queryFn: async ({ signal }): Promise<ConsentAsked> =>
      (await api.call(access.readConsent, { query: request, signal })).data,
  });
}

/** Grants or refuses, and gives the address to go on to. */
export async function giveConsent(
  request: AuthorizationRequest,
  answer: Omit<BodyOf<typeof access.giveConsent>, 'request'>,
): Promise<string> {
  return (await api.call(access.giveConsent, { body: { request, ...answer } })).data.redirect;
}
