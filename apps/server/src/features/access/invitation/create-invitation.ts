import { randomUUID } from 'node:crypto';
import { and, eq, isNull, ne } from '../../../platform/database/drizzle.ts';
import { GromaError, type ShareRole, type UserId } from '@groma/model';
import type { access, ReplyOf } from '@groma/protocol';
import { countAttempt } from '../../../platform/access/attempts.ts';
import { invitations, projects, tenants, users } from '../../../platform/database/tables/index.ts';
import type { Mailer } from '../../../platform/mail/mailer.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { User } from '../../../platform/session/sessions.ts';
import { isOfPlace, kindOf, presentInvitation } from './invitation-records.ts';
import { makeToken } from './invitation-token.ts';
import { writeLetter } from './invitation-letter.ts';

interface Wanted {
  tenantId: string;
  /** Null invites to the tenant itself. */
  projectId: string | null;
  role: ShareRole | null;
  email?: string | undefined;
  isReusable?: boolean | undefined;
  days?: number | undefined;
}

/** Invitations that one person may make: each may send a letter to a stranger. */
const invitationLimit = { tries: 100, windowSeconds: 3_600 };
const dayMs = 86_400_000;

/**
 * Makes an invitation and sends it when it is for an address, in place of one the address had; the link is in the
 * answer and nowhere else.
 * @throws GromaError ALREADY_MEMBER.
 */
export async function createInvitation(
  platform: Platform,
  mailer: Mailer,
  inviter: User,
  origin: string,
  wanted: Wanted,
): Promise<ReplyOf<typeof access.inviteToTenant>> {
  const {
    database: { query },
    config,
  } = platform;
  await countAttempt(platform.database, `invite:${inviter.id}`, invitationLimit);
  const { token, tokenHash } = makeToken();
  const email = wanted.email?.toLowerCase() ?? null;
  if (email !== null && wanted.projectId === null) await refuseMember(platform, wanted.tenantId, email);
  const [made] = await query
    .insert(invitations)
    .values({
      id: randomUUID(),
      tokenHash,
      tenantId: wanted.tenantId,
      projectId: wanted.projectId,
      role: wanted.role,
      email,
      isReusable: email === null && (wanted.isReusable ?? false),
      inviterId: inviter.id,
      expiresAt: new Date(Date.now() + (wanted.days ?? config.invitationDays) * dayMs),
    })
    .returning();
  if (email !== null)
    await query
      .update(invitations)
      .set({ revokedAt: new Date() })
      .where(
        and(
          isOfPlace(wanted),
          eq(invitations.email, email),
          ne(invitations.id, made!.id),
          isNull(invitations.revokedAt),
          eq(invitations.uses, 0),
        ),
      );
  const link = `${origin}/dashboard/workspaces?${kindOf(made!)}_invitation_token=${token}`;
  const names = await namesOf(platform, wanted);
  const mail =
    email === null
      ? 'none'
      : await mailer.send(
          writeLetter({ to: email, inviter: inviter.username, ...names, link, expiresAt: made!.expiresAt }),
        );
  return { data: presentInvitation(made!, inviter.username), link, mail };
}

/** An address that is in the tenant already needs no invitation to it. */
async function refuseMember(
  { database: { query }, access: control }: Platform,
  tenantId: string,
  email: string,
): Promise<void> {
  const [person] = await query.select({ id: users.id }).from(users).where(eq(users.email, email));
  const projectAccess = person && (await control.tenantAccessOf(person.id as UserId, tenantId));
  if (projectAccess && projectAccess.tenantRole !== 'NONE') throw new GromaError('ALREADY_MEMBER', { email });
}

async function namesOf(
  { database: { query } }: Platform,
  { tenantId, projectId }: Wanted,
): Promise<{ tenantName: string; projectName: string | null }> {
  const [tenant] = await query.select({ name: tenants.name }).from(tenants).where(eq(tenants.id, tenantId));
  const [project] =
    projectId === null
      ? []
      : await query.select({ name: projects.name }).from(projects).where(eq(projects.id, projectId));
  return { tenantName: tenant?.name ?? '', projectName: project?.name ?? null };
}
