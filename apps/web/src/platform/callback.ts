/** The two kinds of invitations by the query parameters their tokens come in (ACC-033, ACC-034). */
const tokenNames = { workspaces: 'workspaces_invitation_token', tenants: 'tenants_invitation_token' } as const;

export interface InvitationToken {
  kind: keyof typeof tokenNames;
  token: string;
}

/**
 * The path to go to after signing in, when `callbackUrl` is one of this origin and outside the sign-in area; null for
 * anything else (ACC-023).
 */
export function callbackOf(search: string, origin: string): string | null {
  const wanted = new URLSearchParams(search).get('callbackUrl');
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return null;
  const url = new URL(wanted, origin);
  const isElsewhere = url.origin !== origin || /^\/auth(\/|$)/.test(url.pathname);
  return isElsewhere ? null : url.pathname + url.search + url.hash;
}

/** The invitation an address carries itself; null for none. */
export function invitationOf(search: string): InvitationToken | null {
  const params = new URLSearchParams(search);
  for (const kind of ['workspaces', 'tenants'] as const) {
    const token = params.get(tokenNames[kind]);
    if (token) return { kind, token };
  }
  return null;
}

/** The invitation an address carries itself or inside its callbackUrl; null for none. */
export function carriedInvitation(search: string, origin: string): InvitationToken | null {
  const callback = callbackOf(search, origin);
  return invitationOf(search) ?? (callback === null ? null : invitationOf(new URL(callback, origin).search));
}

/** The page that answers the invitation an address carries; null where it carries none. */
export function invitationAddress(search: string): string | null {
  const invitation = invitationOf(search);
  return invitation && `/invitation?${tokenNames[invitation.kind]}=${encodeURIComponent(invitation.token)}`;
}
