import { z } from 'zod';
import type { ProjectAction } from './permission.ts';
import type { Policy } from './policy.ts';

/**
 * What an access token allows at most; the roles of its person decide within that. `propose`: it reads, and what it
 * wants to change by the Model Context Protocol waits until a person decides. `write`: its changes are made at once.
 */
export const tokenScopes = ['read', 'propose', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** What decides about the calls of a token. */
export interface TokenRights {
  scope: TokenScope;
  /** The only project it opens; null for all of its person. */
  projectId: string | null;
}

/** Every token begins with it, so that one that leaks can be recognised. */
export const tokenPrefix = 'groma_pat_';
/** The same of tokens that apps get by OAuth. */
export const grantPrefix = 'groma_oat_';

export const tokenNameSchema = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{C}]*$/u, 'must be text of one line');

const readingActions: ReadonlySet<ProjectAction> = new Set(['read', 'read-on-open', 'download', 'execute_query']);

/** What only a person does, whatever their token may. */
const personal: ReadonlySet<ProjectAction> = new Set(['share', 'publish', 'audit']);

/**
 * Whether a token lets its bearer make a call with this policy; `isReading` says that the call changes nothing. One
 * that proposes makes the calls of one that reads: only the tools of agents know how to propose. Tokens never change an
 * account, an organisation, who has access to a project or what is published.
 */
export function isOpenToToken(policy: Policy, { scope, projectId }: TokenRights, isReading: boolean): boolean {
  if (policy.kind === 'anyone') return true;
  if (scope !== 'write' && !isReading) return false;
  if (policy.kind === 'signed-in')
    return policy.tokens === 'any' || (policy.tokens !== undefined && projectId === null);
  if (policy.kind === 'in-tenant' || personal.has(policy.action)) return false;
  // What is copied can go to any project of the person.
  if (policy.action === 'duplicate' && projectId !== null) return false;
  if (policy.kind === 'in-project' && policy.subject === 'project') return isReading && policy.action === 'read';
  return scope === 'write' || readingActions.has(policy.action);
}
