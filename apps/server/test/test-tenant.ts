import { access } from '@groma/protocol';
import type { Person } from './test-server.ts';

/** Id of the tenant that somebody owns. */
export async function tenantOf(person: Person): Promise<string> {
  const { data } = await person.client.call(access.listTenants);
  return data.find(({ role }) => role === 'OWNER')!.id;
}

/** The token in a link to an invitation. */
export function tokenIn(link: string): string {
  return /_invitation_token=([\w-]+)$/.exec(link)![1]!;
}

/** Makes somebody a member of the tenant that another owns, as people do it: by a link that is accepted. */
export async function addMember(owner: Person, person: Person): Promise<string> {
  const tenantId = await tenantOf(owner);
  const { link } = await owner.client.call(access.inviteToTenant, { params: { tenantId }, body: {} });
  await person.client.call(access.acceptInvitation, { body: { token: tokenIn(link), kind: 'tenants' } });
  return tenantId;
}
