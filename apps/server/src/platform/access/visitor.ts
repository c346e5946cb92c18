import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TemplateAccess, UserId } from '@groma/model';
import { readCookie } from '../session/session-cookie.ts';

/** Someone who reads publications, signed in or not. */
export interface Visitor {
  /** Whether they have opened this one by the password that it has now. */
  hasUnlocked(templateId: string, passwordHash: string): boolean;
}

/** Whoever has opened it already: for work that was begun then. */
export const whoHasUnlocked: Visitor = { hasUnlocked: () => true };

/** Stands for whoever is not signed in where a user is asked for: no record has it. */
export const nobody = '' as UserId;

interface Publication {
  id: string;
  access: TemplateAccess;
  /** Hash of its password. */
  password: string | null;
}

/**
 * Whether a publication is shown: a public one to everybody, one for the team to its members, and one with a password
 * to whoever has given it and to those who set it (PUB-033, PUB-034).
 */
export function mayReadPublication(
  { id, access, password }: Publication,
  { isInTeam, isOwn }: { isInTeam: boolean; isOwn: boolean },
  visitor: Visitor,
): boolean {
  if (isOwn || access === 'public') return true;
  if (access === 'restricted') return isInTeam;
  return password !== null && visitor.hasUnlocked(id, password);
}

/** What tells somebody's role in a project. */
interface Standings {
  projectAccess(userId: UserId, projectId: string, visitor: Visitor): Promise<{ role: string } | undefined>;
}

/** Whether a project is a version of a publication that somebody may read. */
export async function mayReadFrozen(
  access: Standings,
  userId: UserId,
  projectId: string,
  visitor: Visitor,
): Promise<boolean> {
  const standing = await access.projectAccess(userId, projectId, visitor);
  return standing !== undefined && standing.role !== 'NONE';
}

/** Name of the cookie that opens one publication. */
export function unlockCookie(templateId: string): string {
  return `groma_unlocked_${templateId.replaceAll('-', '')}`;
}

/** What that cookie says; another password, and it says nothing any more. */
export function unlockProof(secret: string, templateId: string, passwordHash: string): string {
  return createHmac('sha256', secret).update(`unlocked:${templateId}:${passwordHash}`).digest('base64url');
}

/** The visitor who sends these cookies. */
export function visitorBy(secret: string, cookies: string | undefined): Visitor {
  return {
    hasUnlocked(templateId, passwordHash) {
      const said = Buffer.from(readCookie(cookies, unlockCookie(templateId)) ?? '');
      const proof = Buffer.from(unlockProof(secret, templateId, passwordHash));
      return said.length === proof.length && timingSafeEqual(said, proof);
    },
  };
}
