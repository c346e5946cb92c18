import { describe, expect, test } from 'vitest';
import { gateStateOf, landingPath, redirectOf, type GateState } from './gate.ts';

const origin = 'https://groma.example';
const ask = (state: GateState, path: string, access: 'anyone' | 'signed-in' | 'no page' = 'signed-in') => {
  const url = new URL(path, origin);
  return redirectOf({
    state,
    pathname: url.pathname,
    search: url.search,
    access: access === 'no page' ? undefined : access,
    origin,
  });
};

describe('the gate', () => {
  test('[ACC-038] [ACC-042] starts as not authenticated: NOT_DEFINED lets nobody in', () => {
    expect(gateStateOf('NOT_DEFINED')).toBe('not-authenticated');
  });

  test('[ACC-039] [ACC-040] [ACC-041] each outcome of verification has its state', () => {
    expect(gateStateOf('NO_ERROR')).toBe('authenticated');
    expect(gateStateOf('NO_PLAN')).toBe('no-plan');
    expect(gateStateOf('PLAN_EXPIRED')).toBe('plan-expired');
  });

  test('[ACC-018] the hub is never redirected, whoever comes', () => {
    for (const state of ['not-authenticated', 'authenticated', 'no-plan', 'plan-expired'] as const) {
      expect(ask(state, '/hub', 'anyone')).toBeNull();
      expect(ask(state, '/hub?callbackUrl=%2Fdashboard', 'anyone')).toBeNull();
    }
  });

  test('[ACC-019] a visitor who opens a protected page is sent to the hub, with the way back', () => {
    expect(ask('not-authenticated', '/workspaces/abc')).toBe('/hub?callbackUrl=%2Fworkspaces%2Fabc');
  });

  test('[ACC-122] a visitor who opens / is sent to the hub', () => {
    expect(ask('not-authenticated', '/', 'no page')).toBe('/hub');
  });

  test('[ACC-033] [ACC-034] [ACC-035] [ACC-036] an invitation token travels inside callbackUrl and is there after sign-in', () => {
    for (const name of ['workspaces_invitation_token', 'tenants_invitation_token']) {
      const redirect = ask('not-authenticated', `/?${name}=t%2B1`, 'no page') ?? '';
      expect(redirect.startsWith('/hub?callbackUrl=')).toBe(true);
      const back = landingPath(new URL(redirect, origin).search, origin);
      expect(new URL(back, origin).searchParams.get(name)).toBe('t+1');
    }
  });

  test('[ACC-033] [ACC-034] whoever is signed in and brings a token comes to the page that answers it, whatever the plan', () => {
    for (const name of ['workspaces_invitation_token', 'tenants_invitation_token']) {
      for (const state of ['authenticated', 'no-plan', 'plan-expired'] as const) {
        expect(ask(state, `/?${name}=t%2B1`, 'no page')).toBe(`/invitation?${name}=t%2B1`);
        expect(ask(state, `/dashboard/workspaces?${name}=t%2B1`)).toBe(`/invitation?${name}=t%2B1`);
        expect(ask(state, `/invitation?${name}=t%2B1`, 'anyone')).toBeNull();
      }
      const signIn = `/auth?callbackUrl=${encodeURIComponent(`/?${name}=t`)}`;
      expect(ask('no-plan', signIn, 'anyone')).toBe(`/invitation?${name}=t`);
    }
  });

  test('[ACC-017] everything at /auth is the sign-in area, and nothing that only begins so', () => {
    expect(ask('not-authenticated', '/auth', 'anyone')).toBeNull();
    expect(ask('not-authenticated', '/auth/sign-up', 'anyone')).toBeNull();
    expect(ask('not-authenticated', '/authors')).toBe('/hub?callbackUrl=%2Fauthors');
  });

  test('[ACC-020] [ACC-021] a signed-in person at / or /auth goes to the dashboard', () => {
    expect(ask('authenticated', '/', 'no page')).toBe('/dashboard/workspaces');
    expect(ask('authenticated', '/auth', 'anyone')).toBe('/dashboard/workspaces');
    expect(ask('authenticated', '/workspaces/abc')).toBeNull();
  });

  test('[ACC-022] after sign-in the person lands on callbackUrl', () => {
    expect(ask('authenticated', '/auth?callbackUrl=%2Fworkspaces%2Fabc%3Fpanel%3D1', 'anyone')).toBe(
      '/workspaces/abc?panel=1',
    );
  });

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    String.raw`/\/evil.example`,
    'javascript:alert(1)',
    'dashboard',
    '/\t/evil.example',
    '/auth?callbackUrl=%2Fauth',
  ])('[ACC-023] callbackUrl %j falls back to the dashboard', (wanted) => {
    expect(landingPath(`?callbackUrl=${encodeURIComponent(wanted)}`, origin)).toBe('/dashboard/workspaces');
  });

  test('[ACC-024] [ACC-025] without an active plan the pages past the gate lead to the page that says so', () => {
    expect(ask('no-plan', '/dashboard/workspaces')).toBe('/noPlan');
    expect(ask('plan-expired', '/workspaces/abc')).toBe('/planExpired');
    expect(ask('no-plan', '/noPlan', 'anyone')).toBeNull();
    expect(ask('plan-expired', '/', 'no page')).toBe('/planExpired');
  });

  test('a path that no page fits is shown as not found, not sent away', () => {
    expect(ask('not-authenticated', '/nothing/here', 'no page')).toBeNull();
  });
});
