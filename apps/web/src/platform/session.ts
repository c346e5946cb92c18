import {
  canInProject,
  GromaError,
  needsPlan,
  type ProjectAction,
  type ProjectSubject,
  type VerificationOutcome,
} from '@groma/model';
import type { access, project, ReplyOf, TenantReply } from '@groma/protocol';
import { create } from 'zustand';
import { callEarly, queryClient, setPlanEndedHandler, setSignedOutHandler } from './api.ts';
import { setPreference, usePreference } from './preference.ts';

type Verification = ReplyOf<typeof access.verification>;
export type User = Verification['data'];
export type Project = project.ProjectReply;
export type Tenant = TenantReply;

interface Session {
  /** Outcome of the last verification; NOT_DEFINED before a reply and while nobody is signed in (ACC-040, ACC-042). */
  outcome: VerificationOutcome;
  /** A verification has been answered, or has failed for good. */
  isVerified: boolean;
  /** The server could not be asked: neither signed in nor out. */
  failure: Error | null;
  /** Who is signed in, whatever the state of their plan. */
  user: User | null;
  project: Project | null;
  /** Name of the workspace that was open when its access was taken away. */
  lostProject: string | null;
}

export const sessionStore = create<Session>(() => ({
  outcome: 'NOT_DEFINED',
  isVerified: false,
  failure: null,
  user: null,
  project: null,
  lostProject: null,
}));

const signedOut = {
  outcome: 'NOT_DEFINED',
  isVerified: true,
  failure: null,
  user: null,
  project: null,
  lostProject: null,
} as const;

/** Paths of calls that the first screen makes, by the ids of their endpoints. */
export const earlyPaths = {
  verifySession: '/api/local/auth/verification',
  signOut: '/api/local/auth/logout',
  listProjects: '/api/projects',
} as const;

/**
 * Asks who is signed in (ACC-043), with the plan of the tenant that was entered. A refusal ends what is left of the
 * session (ACC-047); a server out of reach changes nothing.
 */
export async function verifySession(): Promise<void> {
  const { tenantId } = usePreference.getState();
  let refused: unknown = null;
  try {
    const query = tenantId === '' ? '' : `?tenantId=${encodeURIComponent(tenantId)}`;
    const { data } = await callEarly<Verification>(earlyPaths.verifySession + query, 'GET', (found) => {
      refused = found;
    });
    sessionStore.setState({ outcome: 'NO_ERROR', isVerified: true, failure: null, user: data });
  } catch (error) {
    const code = error instanceof GromaError ? error.code : null;
    if (code === 'NO_PLAN' || code === 'PLAN_EXPIRED')
      return sessionStore.setState({
        outcome: code,
        isVerified: true,
        failure: null,
        user: (refused as User | null) ?? sessionStore.getState().user,
      });
    if (code === 'UNAUTHENTICATED') {
      await endSession();
      return sessionStore.setState(signedOut);
    }
    // The tenant that was entered is gone, or no longer open to this person: back to their own.
    if (tenantId !== '' && (code === 'NOT_FOUND' || code === 'FORBIDDEN' || code === 'BAD_INPUT')) {
      setPreference({ tenantId: '' });
      return verifySession();
    }
    sessionStore.setState({ failure: error as Error });
  }
}

/** Signs out: the server forgets the session and this page what it read. */
export async function signOut(): Promise<void> {
  await endSession();
  queryClient.clear();
  setPreference({ tenantId: '' });
  sessionStore.setState(signedOut);
}

async function endSession(): Promise<void> {
  // A session that cannot be ended now ends by itself; the person is signed out here all the same.
  await callEarly(earlyPaths.signOut, 'DELETE').catch(() => undefined);
}

setSignedOutHandler(() => {
  if (sessionStore.getState().user) sessionStore.setState(signedOut);
});

// Work that is open stays open: what the plan still allows is asked anew, and the workspace says that it can only be
// read.
setPlanEndedHandler(() => {
  const { project: open } = sessionStore.getState();
  if (open) void queryClient.invalidateQueries({ queryKey: ['project', open.id] });
});

/** The person at the keyboard. Only screens past the gate may ask. */
export function useSession(): User {
  const user = sessionStore((state) => state.user);
  if (!user) throw new Error('This screen needs a signed-in person; its page is registered with access "signed-in".');
  return user;
}

/** Tenants of a person, their own first. */
export function tenantsOf(user: User): Tenant[] {
  return [user.ownedTenant, ...user.invitedTenants].filter((tenant) => tenant !== null);
}

/** The tenant that is entered: the one chosen last, else the person's own; null for somebody who is in none. */
export function useTenant(): Tenant | null {
  return tenantIn(
    useSession(),
    usePreference((preference) => preference.tenantId),
  );
}

function tenantIn(user: User, chosen: string): Tenant | null {
  return tenantsOf(user).find(({ id }) => id === chosen) ?? tenantsOf(user)[0] ?? null;
}

/** The same, asked once; null while nobody is signed in. */
export function readTenant(): Tenant | null {
  const { user } = sessionStore.getState();
  return user && tenantIn(user, usePreference.getState().tenantId);
}

/** Enters another tenant: its plan counts from now on. */
export async function enterTenant(id: string): Promise<void> {
  setPreference({ tenantId: id });
  await verifySession();
}

/** The workspace that is open, with this person's role. Only parts of a workspace may ask. */
export function useProject(): Project {
  const found = sessionStore((state) => state.project);
  if (!found) throw new Error('This part of the screen needs an open workspace.');
  return found;
}

/** The same, asked once; null outside a workspace. */
export function readProject(): Project | null {
  return sessionStore.getState().project;
}

export function setProject(found: Project | null): void {
  sessionStore.setState({ project: found });
}

/** Whether this person may do an action in the open workspace now. The server asks again at each call. */
export function can(action: ProjectAction, subject: ProjectSubject): boolean {
  return mayIn(sessionStore.getState().project, action, subject);
}

/** The same, for components: they draw anew when the role or the plan changes. */
export function useCan(action: ProjectAction, subject: ProjectSubject): boolean {
  return sessionStore((state) => mayIn(state.project, action, subject));
}

function mayIn(found: Project | null, action: ProjectAction, subject: ProjectSubject): boolean {
  return (
    found !== null &&
    canInProject(found.role, action, subject) &&
    (found.plan_outcome === 'NO_ERROR' || !needsPlan(action))
  );
}
