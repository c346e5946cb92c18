import { canInProject, GromaError, type ProjectAction, type ProjectSubject, type VerificationOutcome } from '@groma/model';
import { access, type project, type ReplyOf } from '@groma/protocol';
import { create } from 'zustand';
import { api, queryClient, setSignedOutHandler } from './api.ts';

export type User = ReplyOf<typeof access.verification>['data'];
export type Project = project.ProjectReply;

interface Session {
  /** Outcome of the last verification; NOT_DEFINED before a reply and while nobody is signed in (ACC-040, ACC-042). */
  outcome: VerificationOutcome;
  /** A verification has been answered, or has failed for good. */
  isVerified: boolean;
  /** The server could not be asked: neither signed in nor out. */
  failure: Error | null;
  user: User | null;
  project: Project | null;
}

export const sessionStore = create<Session>(() => ({ outcome: 'NOT_DEFINED', isVerified: false, failure: null, user: null, project: null }));

const signedOut = { outcome: 'NOT_DEFINED', isVerified: true, failure: null, user: null, project: null } as const;

/** Asks who is signed in (ACC-043). A refusal ends what is left of the session (ACC-047); a server out of reach changes nothing. */
export async function verifySession(): Promise<void> {
  try {
    const { data } = await api.call(access.verification);
    sessionStore.setState({ outcome: 'NO_ERROR', isVerified: true, failure: null, user: data });
  } catch (error) {
    const code = error instanceof GromaError ? error.code : null;
    if (code === 'NO_PLAN' || code === 'PLAN_EXPIRED') return sessionStore.setState({ outcome: code, isVerified: true, failure: null });
    if (code === 'UNAUTHENTICATED') {
      await endSession();
      return sessionStore.setState(signedOut);
    }
    sessionStore.setState({ failure: error as Error });
  }
}

/** Signs out: the server forgets the session and this page what it read. */
export async function signOut(): Promise<void> {
  await endSession();
  queryClient.clear();
  sessionStore.setState(signedOut);
}

async function endSession(): Promise<void> {
  // A session that cannot be ended now ends by itself; the person is signed out here all the same.
  await api.call(access.signOut).catch(() => undefined);
}

setSignedOutHandler(() => {
  if (sessionStore.getState().user) sessionStore.setState(signedOut);
});

/** The person at the keyboard. Only screens past the gate may ask. */
export function useSession(): User {
  const user = sessionStore((state) => state.user);
  if (!user) throw new Error('This screen needs a signed-in person; its page is registered with access "signed-in".');
  return user;
}

/** The workspace that is open, with this person's role. Only parts of a workspace may ask. */
export function useProject(): Project {
  const project = sessionStore((state) => state.project);
  if (!project) throw new Error('This part of the screen needs an open workspace.');
  return project;
}

/** The same, asked once; null outside a workspace. */
export function readProject(): Project | null {
  return sessionStore.getState().project;
}

export function setProject(project: Project | null): void {
  sessionStore.setState({ project });
}

/** Whether this person may do an action in the open workspace now. The server asks again at each call. */
export function can(action: ProjectAction, subject: ProjectSubject): boolean {
  const { project } = sessionStore.getState();
  return project !== null && canInProject(project.role, action, subject);
}

/** The same, for components: they draw anew when the role changes. */
export function useCan(action: ProjectAction, subject: ProjectSubject): boolean {
  return sessionStore(({ project }) => project !== null && canInProject(project.role, action, subject));
}
