import { expect, test } from 'vitest';
import { safeLanding } from './callback-path.ts';

const origin = 'https://groma.example';

test('[ACC-021] [ACC-022] [ACC-035] [ACC-036] a path of this origin is where people land, with query and fragment; without one the dashboard', () => {
  for (const path of [
    '/workspaces/abc',
    '/?workspaces_invitation_token=a-b_c',
    '/dashboard/workspaces?tenants_invitation_token=x#top',
    '/authors',
  ])
    expect([path, safeLanding(path, origin)]).toEqual([path, path]);
  for (const nothing of [undefined, null, '']) expect(safeLanding(nothing, origin)).toBe('/dashboard/workspaces');
});

test('[ACC-023] anything else falls back to the dashboard', () => {
  for (const bad of [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    'dashboard',
    '/auth',
    '/auth/x',
    '/./auth?a=1',
    '/x/../auth',
    'https://groma.example/x',
    '/%00/../../auth',
    '/.//evil.example',
    '/x/..//evil.example/',
    '/%2e//evil.example',
    '/./\\evil.example',
  ]) {
    expect([bad, safeLanding(bad, origin)]).toEqual([bad, '/dashboard/workspaces']);
  }
});
