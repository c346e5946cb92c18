import type { VerificationOutcome } from '@groma/model';
import { callbackOf, invitationAddress } from '../platform/callback.ts';
import type { Page } from '../registry/page.ts';

/** Where the gate stands (ACC-038, ACC-039). */
export type GateState = 'not-authenticated' | 'authenticated' | 'no-plan' | 'plan-expired';

const states: Readonly<Record<VerificationOutcome, GateState>> = {
  // The value before a reply, and after a reply that there is no session: nobody is in (ACC-042).
  NOT_DEFINED: 'not-authenticated',
  NO_ERROR: 'authenticated',
  NO_PLAN: 'no-plan',
  PLAN_EXPIRED: 'plan-expired',
};

export function gateStateOf(outcome: VerificationOutcome): GateState {
  return states[outcome];
}

const home = '/dashboard/workspaces';
const planPages: Readonly<Partial<Record<GateState, string>>> = {
  'no-plan': '/noPlan',
  'plan-expired': '/planExpired',
};

/**
 * Where a person is after signing in: `callbackUrl` when it is a path of this origin, else the dashboard (ACC-021 to
 * ACC-023).
 */
export function landingPath(search: string, origin: string): string {
  return callbackOf(search, origin) ?? home;
}

export interface GateQuestion {
  state: GateState;
  pathname: string;
  search: string;
  /** Access of the page that fits the path; undefined where none does. */
  access: Page['access'] | undefined;
  origin: string;
}

/** The path to go to instead of the one asked for, or null to show it. */
export function redirectOf({ state, pathname, search, access, origin }: GateQuestion): string | null {
  const isHub = pathname === '/hub' || pathname.startsWith('/hub/');
  if (isHub) return null;
  const isSignIn = pathname === '/auth' || pathname.startsWith('/auth/');
  const isEntrance = pathname === '/' || isSignIn;
  // An invitation is answered before anything else, whatever one's own plan.
  const invitation = state === 'not-authenticated' || access === 'anyone' ? null : invitationAddress(search);
  if (invitation !== null) return invitation;
  if (state === 'authenticated') return isEntrance ? landingPath(search, origin) : null;
  const planPage = planPages[state];
  if (planPage !== undefined) return refusedPath(planPage, { search, access, isEntrance, isSignIn, origin });
  if (isSignIn || (access === 'anyone' && pathname !== '/')) return null;
  if (access === undefined && pathname !== '/') return null;
  return `/hub${callbackQuery(pathname, search)}`;
}

/** Where somebody without a plan goes: whoever came to sign in for an invitation still gets to it. */
function refusedPath(
  planPage: string,
  {
    search,
    access,
    isEntrance,
    isSignIn,
    origin,
  }: Pick<GateQuestion, 'search' | 'access' | 'origin'> & { isEntrance: boolean; isSignIn: boolean },
): string | null {
  const wanted = isSignIn ? callbackOf(search, origin) : null;
  const invitation = wanted === null ? null : invitationAddress(new URL(wanted, origin).search);
  if (invitation !== null) return invitation;
  return isEntrance || access === 'signed-in' ? planPage : null;
}

/** The way back, with invitation tokens and all (ACC-035, ACC-036); the plain front door needs none. */
function callbackQuery(pathname: string, search: string): string {
  if (pathname === '/' && search === '') return '';
  return `?callbackUrl=${encodeURIComponent(pathname + search)}`;
}
