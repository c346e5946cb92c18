import type { ProjectAction, ProjectSubject, TenantAction, TenantSubject } from './permission.ts';

/** Nouns that live in a project and are addressed by an id of their own. */
export type OwnedNoun = 'notebook' | 'map' | 'database' | 'operation' | 'workflow';

/** Which tokens are let into a call that names no project: all, or those that are not limited to one project. */
export type TokenReach = 'any' | 'all-projects';

/** Who may use an endpoint, a socket or a job. Nothing can be registered without one. */
export type Policy =
  | { readonly kind: 'anyone'; readonly because: string }
  /** Signed in, whatever the state of the plan. */
  | { readonly kind: 'signed-in'; readonly tokens?: TokenReach }
  /** A role in the tenant whose id stands in the named place. */
  | {
      readonly kind: 'in-tenant';
      readonly action: TenantAction;
      readonly subject: TenantSubject;
      readonly place: Place;
      readonly evenWithoutPlan?: true;
    }
  /** A role in the project whose id stands in the named place. */
  | {
      readonly kind: 'in-project';
      readonly action: ProjectAction;
      readonly subject: ProjectSubject;
      readonly place: Place;
      readonly evenWithoutPlan?: true;
      readonly alsoPublished?: true;
    }
  /** A role in the project that owns the thing whose id stands in the named place. */
  | {
      readonly kind: 'of-resource';
      readonly noun: OwnedNoun;
      readonly action: ProjectAction;
      readonly subject: ProjectSubject;
      readonly place: Place;
      readonly evenWithoutPlan?: true;
      readonly alsoPublished?: true;
    };

/** A policy that names a thing and what may be done to it. */
export type GuardedPolicy = Extract<Policy, { readonly place: Place }>;

/** Who may start a job: the server itself on what someone with the ability did, never a request directly. */
export interface JobPolicy {
  readonly kind: 'by-server';
  readonly because: string;
}

/**
 * What the person who started an operation must be allowed to do in its project whenever an attempt begins; or why the
 * operation asks that itself.
 */
export type OperationPolicy =
  | { readonly kind: 'by-starter'; readonly action: ProjectAction; readonly subject: ProjectSubject }
  | { readonly kind: 'by-itself'; readonly because: string };

/** Where an id stands in a request. */
export interface Place {
  readonly in: 'params' | 'query';
  readonly name: string;
}

/** Open to anyone, for a reason that must be given. */
export function anyone(because: string): Policy {
  return { kind: 'anyone', because };
}

/** Started by the server only, for a reason that must be given. */
export function byServer(because: string): JobPolicy {
  return { kind: 'by-server', because };
}

/** Carried out for the person who started it, as long as they may do the action in the project. */
export function byStarter(action: ProjectAction, subject: ProjectSubject): OperationPolicy {
  return { kind: 'by-starter', action, subject };
}

/** Carried out for the person who started it, as the operation itself finds right, for a reason that must be given. */
export function byItself(because: string): OperationPolicy {
  return { kind: 'by-itself', because };
}

/**
 * Open to whoever is signed in, whatever the state of their plan: for what is about the caller alone. Access tokens are
 * let in where `tokens` says so.
 */
export function signedIn(tokens?: TokenReach): Policy {
  return { kind: 'signed-in', ...(tokens && { tokens }) };
}

/** May do the action in the tenant named by `tenantId` in the path, or where `place` says. */
export function inTenant(
  action: TenantAction,
  subject: TenantSubject,
  place: Place = { in: 'params', name: 'tenantId' },
): GuardedPolicy {
  return { kind: 'in-tenant', action, subject, place };
}

/**
 * The same, also where the tenant's plan has ended: for what takes away and for what stops. Reading needs no plan
 * anyway.
 */
export function evenWithoutPlan(policy: GuardedPolicy): GuardedPolicy {
  return { ...policy, evenWithoutPlan: true };
}

/**
 * The same for the frozen project of a publication, whose readers need no session. What is not made of this policy
 * treats frozen projects as if they were not there.
 */
export function alsoPublished(policy: GuardedPolicy): GuardedPolicy {
  return policy.kind === 'in-tenant' ? policy : { ...policy, alsoPublished: true };
}

/** May do the action in the project named by `projectId` in the path, or where `place` says. */
export function inProject(
  action: ProjectAction,
  subject: ProjectSubject,
  place: Place = { in: 'params', name: 'projectId' },
): GuardedPolicy {
  return { kind: 'in-project', action, subject, place };
}

/** May do the action to the thing named by its id; the project is looked up, never taken from the request. */
export function ofResource(
  noun: OwnedNoun,
  action: ProjectAction,
  place: Place,
  subject: ProjectSubject = noun === 'operation' ? 'project' : noun,
): GuardedPolicy {
  return { kind: 'of-resource', noun, action, subject, place };
}
