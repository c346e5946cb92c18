import { GromaProvider } from '@groma/ui';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessionStore, type Tenant } from '../../../platform/session.ts';
import { noticePage } from './notice-page.tsx';

const tenant = (id: string, rest: Partial<Tenant>): Tenant => ({
  id,
  name: id,
  role: 'MEMBER',
  owner: { id: 'm', username: 'marton' },
  plan: { is_active: true, features: {} },
  outcome: 'NO_ERROR',
  plan_starts_at: null,
  plan_ends_at: null,
  ...rest,
});

beforeEach(() => {
  sessionStore.setState({
    lostProject: null,
    user: {
      id: 'ana',
      username: 'ana',
      email: 'ana@hydrolab.eu',
      ownedTenant: tenant('Hydrolab', { role: 'OWNER', outcome: 'PLAN_EXPIRED' }),
      invitedTenants: [tenant('Vizugy Baja', {}), tenant('Danube Ports', { outcome: 'NO_PLAN' })],
    },
  });
});
afterEach(cleanup);

function draw(kind: Parameters<typeof noticePage>[0]) {
  const Page = noticePage(kind);
  render(
    <GromaProvider>
      <Page />
    </GromaProvider>,
  );
}

test.each([
  ['noPlan', 'Your organisation has no plan', ['Check again', 'Sign out']],
  ['planExpired', 'Your plan has expired', ['Check again', 'Sign out']],
  ['permissionDenied', 'You don’t have access', ['Go to my workspaces', 'Sign out ana@hydrolab.eu']],
  ['notFound', 'Not found', ['Go to my workspaces']],
] as const)('[ACC-049] /%s says what happened and offers the way on', (kind, heading, actions) => {
  draw(kind);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(heading);
  expect(document.querySelectorAll('.notice section > p')).toHaveLength(2);
  expect([...document.querySelectorAll('.notice-actions :is(a, button)')].map((action) => action.textContent)).toEqual(
    actions,
  );
});

test('[ACC-027] [ACC-049] whoever has no plan of their own is shown the tenants that can be entered, and no other', () => {
  draw('noPlan');
  expect([...document.querySelectorAll('.notice-tenant b')].map((name) => name.textContent)).toEqual(['Vizugy Baja']);
});

test('[ACC-049] whoever had the workspace open is told which one is no longer theirs', () => {
  sessionStore.setState({ lostProject: 'Low flow 2025' });
  draw('permissionDenied');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('You no longer have access to “Low flow 2025”');
});
