// @vitest-environment happy-dom
import { access, project as calls } from '@groma/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { setPreference } from './preference.ts';
import {
  can,
  earlyPaths,
  enterTenant,
  readTenant,
  sessionStore,
  setProject,
  verifySession,
  type Project,
  type Tenant,
  type User,
} from './session.ts';
import { enterProjectRoom, roomStore } from './project-room.ts';

const tenant = (id: string, rest: Partial<Tenant> = {}): Tenant => ({
  id,
  name: id,
  role: 'OWNER',
  owner: { id: 'ana', username: 'ana' },
  plan: { is_active: true, features: {} },
  outcome: 'NO_ERROR',
  plan_starts_at: null,
  plan_ends_at: null,
  ...rest,
});
const ana: User = {
  id: 'ana',
  username: 'ana',
  email: 'ana@hydrolab.eu',
  ownedTenant: tenant('hydrolab'),
  invitedTenants: [tenant('vizugy', { role: 'MEMBER' })],
};
const project = (rest: Partial<Project>): Project => ({
  id: 'p',
  name: 'Gauges',
  creator: 'ana',
  tenant: 'hydrolab',
  tenant_name: 'hydrolab',
  general_access: 'RESTRICTED',
  tenant_access: 'RESTRICTED',
  created_at: '',
  updated_at: '',
  role: 'PROJECT_OWNER',
  can_delete: true,
  show_cursors: true,
  picture: null,
  plan_outcome: 'NO_ERROR',
  is_sample: false,
  ...rest,
});

interface Asked {
  method: string;
  path: string;
}

/** The server's answers by method and path; what was asked is kept. */
function answer(replies: Record<string, { status: number; body: unknown }>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: RequestInit = {}) => {
    asked.push({ method, path });
    const reply = replies[`${method} ${path}`];
    return reply
      ? Promise.resolve(Response.json(reply.body, { status: reply.status }))
      : Promise.reject(new TypeError('no network'));
  });
  return asked;
}

afterEach(() => {
  vi.unstubAllGlobals();
  setPreference({ tenantId: '' });
  sessionStore.setState({
    outcome: 'NOT_DEFINED',
    isVerified: false,
    failure: null,
    user: null,
    project: null,
    lostProject: null,
  });
});

const verification = `GET ${earlyPaths.verifySession}`;

test('[ACC-043] [ACC-047] the calls of the first screen are those of the protocol', () => {
  expect(earlyPaths).toEqual({
    verifySession: access.verification.path,
    signOut: access.signOut.path,
    listProjects: calls.listProjects.path,
  });
  expect([access.verification.method, access.signOut.method, calls.listProjects.method]).toEqual([
    'GET',
    'DELETE',
    'GET',
  ]);
});

test('[ACC-039] [ACC-041] [ACC-044] a verification without error lets the person in', async () => {
  answer({ [verification]: { status: 200, body: { status: 'ok', data: ana } } });
  await verifySession();
  expect(sessionStore.getState()).toMatchObject({ outcome: 'NO_ERROR', isVerified: true, user: ana });
});

test('[ACC-045] [ACC-046] a plan that is missing or over stops at the gate, and the page still knows the person and their tenants', async () => {
  for (const code of ['NO_PLAN', 'PLAN_EXPIRED'] as const) {
    answer({ [verification]: { status: 403, body: { code, message: code, data: ana } } });
    await verifySession();
    expect(sessionStore.getState()).toMatchObject({ outcome: code, isVerified: true, user: ana });
  }
});

test('[ACC-042] [ACC-047] without a session the person stays outside and what is left of it is ended', async () => {
  const asked = answer({
    [verification]: { status: 401, body: { code: 'UNAUTHENTICATED', message: 'Sign in to continue.' } },
    [`DELETE ${earlyPaths.signOut}`]: { status: 200, body: { status: 'ok' } },
  });
  await verifySession();
  expect(sessionStore.getState()).toMatchObject({ outcome: 'NOT_DEFINED', isVerified: true, user: null });
  expect(asked.at(-1)).toEqual({ method: 'DELETE', path: earlyPaths.signOut });
});

test('[ACC-042] a server out of reach is no outcome: it is said and can be asked again', async () => {
  answer({});
  await verifySession();
  expect(sessionStore.getState()).toMatchObject({ outcome: 'NOT_DEFINED', isVerified: false });
  expect(sessionStore.getState().failure?.message).toMatch(/connection/);
});

test('entering another tenant verifies its plan; one that is gone leads back to the own', async () => {
  const asked = answer({
    [verification]: { status: 200, body: { status: 'ok', data: ana } },
    [`${verification}?tenantId=vizugy`]: { status: 200, body: { status: 'ok', data: ana } },
    [`${verification}?tenantId=gone`]: {
      status: 404,
      body: { code: 'NOT_FOUND', message: '', details: { noun: 'tenant' } },
    },
  });
  await enterTenant('vizugy');
  expect(readTenant()?.id).toBe('vizugy');
  await enterTenant('gone');
  expect(readTenant()?.id).toBe('hydrolab');
  expect(asked.map(({ path }) => path.split('?')[1])).toEqual(['tenantId=vizugy', 'tenantId=gone', undefined]);
});

test('[ACC-102] [ACC-104] [ACC-105] [ACC-106] whether the shell lets somebody edit follows the role that the server has decided', () => {
  const mayEdit = (rest: Partial<Project>) => {
    setProject(project(rest));
    return can('update', 'project');
  };
  expect(mayEdit({ role: 'PROJECT_OWNER', creator: 'ana' })).toBe(true);
  expect(mayEdit({ role: 'PROJECT_EDITOR', creator: 'marton' })).toBe(true);
  expect(mayEdit({ role: 'PROJECT_COMMENTATOR', creator: 'marton', tenant_access: 'PROJECT_COMMENTATOR' })).toBe(false);
  expect(mayEdit({ role: 'PROJECT_VIEWER', creator: 'marton' })).toBe(false);
});

test('an ended plan leaves a workspace to read', () => {
  setProject(project({ plan_outcome: 'PLAN_EXPIRED' }));
  expect([
    can('read', 'project'),
    can('download', 'file'),
    can('update', 'map'),
    can('run', 'notebook'),
    can('upload', 'file'),
  ]).toEqual([true, true, false, false, false]);
});

test('[ACC-121] entering another project clears the people of the one before', () => {
  vi.stubGlobal(
    'WebSocket',
    class {
      addEventListener() {}
      close() {}
    },
  );
  const leaveFirst = enterProjectRoom('first');
  roomStore.setState({ users: [{ id: 'marton', username: 'marton', email: 'm@vizugy.hu' }] });
  const leaveSecond = enterProjectRoom('second');
  expect(roomStore.getState().users).toEqual([]);
  leaveFirst();
  leaveSecond();
});
