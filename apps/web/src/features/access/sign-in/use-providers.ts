import { access, type ReplyOf } from '@groma/protocol';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

export type Provider = ReplyOf<typeof access.listProviders>['data'][number];

const providerQuery = {
  queryKey: ['sign-in-providers'],
  staleTime: Infinity,
  queryFn: async () => (await api.call(access.listProviders)).data,
};

/** Whether this server sends links to set a new password; undefined until it is known. */
export function useMailState(): 'on' | 'off' | undefined {
  const { data } = useQuery(providerQuery);
  return data && (data.some(({ sends_mail: sendsMail }) => sendsMail) ? 'on' : 'off');
}

/** Ways to sign in besides the form, as whoever runs the server has set them; none until they are known. */
export function useProviders(): readonly Provider[] {
  const { data } = useQuery(providerQuery);
  return data?.filter(({ sign_in_path: path }) => path !== null) ?? [];
}
