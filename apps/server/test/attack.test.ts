import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canInProject, canInTenant, newId, storyDocumentId, type GuardedPolicy, type Policy } from '@groma/model';
import { access, fileRoomId, fillPath, type Endpoint } from '@groma/protocol';
import { WebSocket as WebSocketWith } from 'ws';
import { refuseUnguarded } from '../src/platform/access/refuse-unguarded.ts';
import {
  databases,
  editedFiles,
  maps,
  notebooks,
  operations,
  templates,
  tenantMembers,
  workflows,
} from '../src/platform/database/tables/index.ts';
import { startTestServer, type Person, type TestServer } from './test-server.ts';
import { tenantOf } from './test-tenant.ts';

/**
 * Attacks every route and every room that is registered, whatever they are for. A new one is attacked from the day it
 * is written, because they are read from the running server.
 */
let server: TestServer;
let owner: Person;
let stranger: Person;
let viewer: Person;
let commentator: Person;
let editor: Person;
let member: Person;
let ids: Record<string, string>;
let strangersProject: string;
let strangersTenant: string;

beforeAll(async () => {
  server = await startTestServer();
  [owner, stranger, viewer] = [await server.signUp(), await server.signUp(), await server.signUp()];
  [commentator, editor, member] = [await server.signUp(), await server.signUp(), await server.signUp()];
  const projectId = await owner.makeProject();
  strangersProject = await stranger.makeProject();
  for (const [person, role] of [
    [viewer, 'PROJECT_VIEWER'],
    [commentator, 'PROJECT_COMMENTATOR'],
    [editor, 'PROJECT_EDITOR'],
  ] as const)
    await server.share(owner, projectId, person, role);
  const { query } = server.platform.database;
  const [notebookId, mapId, operationId, databaseId] = [newId(), newId(), newId(), newId()];
  const workflowId = newId();
  await query.insert(notebooks).values({ id: notebookId, projectId, name: 'n', creatorId: owner.id });
  await server.platform.documents.create(notebookId, () => undefined);
  await query.insert(workflows).values({ id: workflowId, projectId, name: 'w', creatorId: owner.id });
  await server.platform.documents.create(workflowId, () => undefined);
  await query.insert(maps).values({
    id: mapId,
    projectId,
    name: 'm',
    viewState: { longitude: 0, latitude: 0, zoom: 2, pitch: 0, bearing: 0 },
  });
  await query.insert(operations).values({ id: operationId, projectId, userId: owner.id, title: 'o' });
  await query
    .insert(databases)
    .values({ id: databaseId, projectId, name: 'd', type: 'managed-duckdb', creatorId: owner.id });
  const tenantId = await tenantOf(owner);
  await query.insert(tenantMembers).values({ tenantId, userId: member.id });
  const templateId = newId();
  await query.insert(templates).values({
    id: templateId,
    type: 'MAP',
    projectId,
    sourceId: mapId,
    mapId,
    tenantId,
    title: 't',
    description: '',
    access: 'restricted',
    tags: [],
    categories: ['Other'],
    version: '1.0.0',
  });
  const fileId = newId();
  await query.insert(editedFiles).values({ id: fileId, projectId, path: '/data/x', baseHash: '' });
  await server.platform.documents.create(fileId, () => undefined);
  ids = {
    project: projectId,
    file: fileId,
    notebook: notebookId,
    workflow: workflowId,
    map: mapId,
    operation: operationId,
    database: databaseId,
    template: templateId,
    tenant: tenantId,
  };
  strangersTenant = await tenantOf(stranger);
});
afterAll(() => server.close());

const isGuarded = (policy: Policy): policy is GuardedPolicy => 'place' in policy;
/** Id of the victim's thing that a policy is about. */
const aimOf = (policy: GuardedPolicy) =>
  ids[policy.kind === 'in-project' ? 'project' : policy.kind === 'in-tenant' ? 'tenant' : policy.noun]!;

/** An address of the victim's thing; other ids of the path are filled with ids of the same project. */
function addressOf(endpoint: Endpoint, overrides: Record<string, string> = {}): string {
  const { policy } = endpoint;
  const named = {
    projectId: ids['project'],
    notebookId: ids['notebook'],
    workflowId: ids['workflow'],
    mapId: ids['map'],
    operationId: ids['operation'],
    databaseId: ids['database'],
    tenantId: ids['tenant'],
    templateId: ids['template'],
    path: 'data/x',
    bucket: 'groma',
    ...overrides,
  };
  const place = isGuarded(policy) ? { [policy.place.name]: overrides[policy.place.name] ?? aimOf(policy) } : {};
  const params = new Proxy({ ...named, ...place } as Record<string, string>, {
    get: (all, name) => all[name as string] ?? 'x',
  });
  const query = isGuarded(policy) && policy.place.in === 'query' ? `?${new URLSearchParams(place)}` : '';
  return fillPath(endpoint.path, params) + query;
}

/** Tokens of people, for calls that no session makes. */
const tokens = new Map<string, Promise<{ token: string }>>();
async function credentialsOf({ onlyByToken }: Endpoint, person: Person): Promise<Record<string, string>> {
  const { cookie } = person;
  // A forged session has nothing that a token could be made with.
  if (!onlyByToken || ![owner, stranger, viewer, commentator, editor, member].includes(person)) return { cookie };
  if (!tokens.has(person.id))
    tokens.set(person.id, person.client.call(access.createAccessToken, { body: { name: 'drive', scope: 'write' } }));
  return { authorization: `Bearer ${(await tokens.get(person.id)!).token}` };
}

const attack = async (
  endpoint: Endpoint,
  person: Person | undefined,
  address = addressOf(endpoint),
  body: unknown = {},
) =>
  fetch(server.origin + address, {
    method: endpoint.method,
    headers: {
      ...(person && (await credentialsOf(endpoint, person))),
      ...(endpoint.method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(endpoint.method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });

const endpoints = () => server.serving.routes.map((route) => route.endpoint);
type GuardedEndpoint = Endpoint & { policy: GuardedPolicy };
const guarded = (isMeant: (endpoint: GuardedEndpoint) => boolean = () => true) =>
  endpoints()
    .filter((each): each is GuardedEndpoint => isGuarded(each.policy))
    .filter(isMeant);
const withQuery = (address: string, query: Record<string, string>) =>
  `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(query)}`;

describe('[ACC-118] routes', () => {
  test('without a session every route but the open ones answers 401', async () => {
    for (const endpoint of endpoints().filter(({ policy }) => policy.kind !== 'anyone')) {
      expect([endpoint.id, (await attack(endpoint, undefined)).status]).toEqual([endpoint.id, 401]);
    }
  });

  test('with a forged session every route but the open ones answers 401', async () => {
    const forged = { ...stranger, cookie: owner.cookie.replace(/=..../, '=AAAA') };
    for (const endpoint of endpoints().filter(({ policy }) => policy.kind !== 'anyone')) {
      expect([endpoint.id, (await attack(endpoint, forged)).status]).toEqual([endpoint.id, 401]);
    }
  });

  test('[ACC-108] [ACC-109] somebody of another tenant with the same email domain is answered as if nothing were there: 404', async () => {
    for (const endpoint of endpoints().filter(({ policy }) => isGuarded(policy))) {
      const policy = endpoint.policy as GuardedPolicy;
      const foreign = await attack(endpoint, stranger);
      const missing = await attack(endpoint, stranger, addressOf(endpoint, { [policy.place.name]: newId() }));
      expect([endpoint.id, foreign.status, await foreign.text()]).toEqual([endpoint.id, 404, await missing.text()]);
    }
  });

  test('each role is refused with 403 what it may not do, before anything of the request is read', async () => {
    const people = [
      [viewer, 'PROJECT_VIEWER'],
      [commentator, 'PROJECT_COMMENTATOR'],
      [editor, 'PROJECT_EDITOR'],
    ] as const;
    const refused = people.flatMap(([person, role]) =>
      guarded(({ policy }) => policy.kind !== 'in-tenant' && !canInProject(role, policy.action, policy.subject)).map(
        (endpoint) => ({ person, role, endpoint }),
      ),
    );
    for (const { person, role, endpoint } of refused)
      expect([role, endpoint.id, (await attack(endpoint, person)).status]).toEqual([role, endpoint.id, 403]);
    expect(new Set(refused.map(({ role }) => role))).toEqual(
      new Set(['PROJECT_VIEWER', 'PROJECT_COMMENTATOR', 'PROJECT_EDITOR']),
    );
  });

  test("an editor and a member are refused what is the owner's, and being in a tenant opens none of its closed projects", async () => {
    const refused: [Endpoint, Person, number][] = [
      ...guarded(
        ({ policy: { kind, action, subject } }) =>
          kind === 'in-project' && action === 'delete' && subject === 'project',
      ).map((each): [Endpoint, Person, number] => [each, editor, 403]),
      ...guarded(
        ({ policy }) => policy.kind === 'in-tenant' && !canInTenant('MEMBER', policy.action, policy.subject),
      ).map((each): [Endpoint, Person, number] => [each, member, 403]),
      ...guarded(({ policy }) => policy.kind !== 'in-tenant').map((each): [Endpoint, Person, number] => [
        each,
        member,
        404,
      ]),
    ];
    for (const [endpoint, person, status] of refused)
      expect([endpoint.id, (await attack(endpoint, person)).status]).toEqual([endpoint.id, status]);
  });

  test('own ids in path, query or body do not open a thing of another', async () => {
    const forged = {
      projectId: strangersProject,
      project_id: strangersProject,
      tenantId: strangersTenant,
      tenant_id: strangersTenant,
      userId: owner.id,
      user_id: owner.id,
    };
    for (const endpoint of guarded()) {
      const address = addressOf(endpoint, {
        projectId: strangersProject,
        tenantId: strangersTenant,
        [endpoint.policy.place.name]: aimOf(endpoint.policy),
      });
      const swapped = await attack(
        endpoint,
        stranger,
        withQuery(address, { user_id: owner.id, username: owner.username }),
        forged,
      );
      expect([endpoint.id, swapped.status]).toEqual([endpoint.id, 404]);
    }
  });

  test('ids of another project or tenant in query or body are refused also to who may do everything', async () => {
    const owners = guarded(
      ({ policy }) => policy.kind !== 'in-tenant' || canInTenant('OWNER', policy.action, policy.subject),
    );
    const cases = owners.flatMap((endpoint) =>
      (endpoint.policy.kind === 'in-tenant'
        ? ['tenantId', 'tenant_id']
        : ['projectId', 'project_id', 'tenantId', 'tenant_id']
      )
        .filter((name) => endpoint.policy.place.in !== 'query' || name !== endpoint.policy.place.name)
        .map((name) => ({ endpoint, name, foreign: name.startsWith('tenant') ? strangersTenant : strangersProject })),
    );
    for (const { endpoint, name, foreign } of cases) {
      const inQuery = await attack(endpoint, owner, withQuery(addressOf(endpoint), { [name]: foreign }));
      expect([endpoint.id, name, inQuery.status]).toEqual([endpoint.id, name, 404]);
    }
    for (const { endpoint, name, foreign } of cases.filter(
      ({ endpoint: { method, bodyKind } }) => method !== 'GET' && bodyKind === 'json',
    )) {
      expect([
        endpoint.id,
        name,
        (await attack(endpoint, owner, addressOf(endpoint), { [name]: foreign })).status,
      ]).toEqual([endpoint.id, name, 404]);
    }
  });

  test('an id of one project under the path of another is not found, even by somebody who may see both', async () => {
    const second = await owner.makeProject('second');
    for (const endpoint of endpoints().filter(
      (each) => each.policy.kind === 'of-resource' && each.path.includes(':projectId'),
    )) {
      expect([endpoint.id, (await attack(endpoint, owner, addressOf(endpoint, { projectId: second }))).status]).toEqual(
        [endpoint.id, 404],
      );
    }
  });

  test('malformed ids are not found and break nothing', async () => {
    for (const endpoint of endpoints().filter(({ policy }) => isGuarded(policy))) {
      const policy = endpoint.policy as GuardedPolicy;
      for (const id of ["' OR 1=1 --", '../../etc', '%00', '00000000-0000-0000-0000-000000000000']) {
        const { status } = await attack(endpoint, owner, addressOf(endpoint, { [policy.place.name]: id }));
        expect([endpoint.id, id, status === 404 || status === 400]).toEqual([endpoint.id, id, true]);
      }
    }
  });

  test('a page of another site is refused every call that changes something', async () => {
    for (const endpoint of endpoints().filter(({ method }) => method !== 'GET')) {
      const reply = await fetch(server.origin + addressOf(endpoint), {
        method: endpoint.method,
        headers: { cookie: owner.cookie, origin: 'https://evil.example', 'content-type': 'application/json' },
        body: '{}',
      });
      expect([endpoint.id, reply.status]).toEqual([endpoint.id, 403]);
    }
  });
});

describe('[ACC-139] access tokens', () => {
  const withToken = async (rights: object) => {
    const body = { name: newId(), ...rights };
    const { token } = await owner.client.call(access.createAccessToken, { body });
    return async (endpoint: Endpoint): Promise<string> => {
      const isGet = endpoint.method === 'GET';
      const reply = await fetch(server.origin + addressOf(endpoint), {
        method: endpoint.method,
        headers: { authorization: `Bearer ${token}`, ...(!isGet && { 'content-type': 'application/json' }) },
        ...(!isGet && { body: '{}' }),
      });
      if (reply.status !== 403) return String(reply.status);
      return ((await reply.json()) as { code: string }).code;
    };
  };
  /** What calls are answered with that are meant to be refused, but for those the owner may not make either. */
  const answersOf = async (rights: object, isMeant: (endpoint: Endpoint) => boolean): Promise<Set<string>> => {
    const attackWith = await withToken(rights);
    const meant = endpoints()
      .filter(({ policy }) => policy.kind !== 'anyone')
      .filter(isMeant);
    const answers = new Map<string, string>();
    for (const endpoint of meant) answers.set(endpoint.id, await attackWith(endpoint));
    const others = [...answers].filter(([, code]) => code !== 'TOKEN_FORBIDDEN' && code !== 'FORBIDDEN');
    return new Set([...others.map(([id, code]) => `${id}: ${code}`), ...answers.values()]);
  };

  test('one that may only read is refused whatever may change something', async () => {
    const answers = await answersOf(
      { scope: 'read' },
      ({ method, alsoForReaders }) => method !== 'GET' && !alsoForReaders,
    );
    expect(answers).toEqual(new Set(['TOKEN_FORBIDDEN', 'FORBIDDEN']));
  });

  test('one that may write is refused accounts, organisations, sharing and publishing', async () => {
    const answers = await answersOf(
      { scope: 'write' },
      ({ policy }) =>
        policy.kind === 'in-tenant' ||
        (policy.kind === 'signed-in' && !policy.tokens) ||
        (isGuarded(policy) && ['share', 'publish', 'audit'].includes(policy.action)),
    );
    expect(answers).toEqual(new Set(['TOKEN_FORBIDDEN', 'FORBIDDEN']));
  });

  test('one of another project is refused every thing of this one', async () => {
    const elsewhere = await owner.makeProject('elsewhere');
    const answers = await answersOf(
      { scope: 'write', project_id: elsewhere },
      ({ policy }) => isGuarded(policy) && policy.kind !== 'in-tenant',
    );
    expect(answers).toEqual(new Set(['TOKEN_FORBIDDEN']));
  });
});

describe('[ACC-118] rooms', () => {
  const closing = (person: Person | undefined, path: string, headers: Record<string, string> = {}) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocketWith(server.origin.replace('http', 'ws') + path, {
        headers: { ...(person && { cookie: person.cookie }), ...headers },
      });
      const timer = setTimeout(() => {
        socket.close();
        resolve('stayed open');
      }, 1_500);
      socket.on('close', (code: number, reason: Buffer) => {
        clearTimeout(timer);
        resolve(`${code} ${reason}`);
      });
      socket.on('error', () => undefined);
    });
  const subjectIds: Record<string, string> = {
    main: 'notebook',
    threads: 'notebook',
    workflow: 'workflow',
    map: 'map',
    project: 'project',
  };
  const idFor = (party: string) =>
    party === 'file' ? fileRoomId(ids['project']!, ids['file']!) : ids[subjectIds[party] ?? 'project']!;

  test('nobody without session, role or own origin stays in a room', async () => {
    expect(server.serving.rooms.length).toBeGreaterThan(0);
    for (const room of server.serving.rooms) {
      const path = `/parties/${room.party}/${idFor(room.party)}`;
      expect([room.party, await closing(undefined, path)]).toEqual([room.party, '4403 UNAUTHENTICATED']);
      expect([room.party, await closing(stranger, `${path}?username=${owner.username}&email=${owner.email}`)]).toEqual([
        room.party,
        '4403 NOT_FOUND',
      ]);
      expect([room.party, await closing(owner, path, { origin: 'https://evil.example' })]).toEqual([
        room.party,
        '4403 FORBIDDEN_ORIGIN',
      ]);
      expect([room.party, await closing(owner, `/parties/${room.party}/${newId()}`)]).toEqual([
        room.party,
        '4403 NOT_FOUND',
      ]);
    }
    expect(await closing(owner, `/parties/nothing/${ids['project']}`)).toBe('4403 NOT_FOUND');
  });
});

test('[ACC-118] every endpoint has an id and a path of its own', () => {
  const all = endpoints();
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(new Set(all.map(({ method, path }) => `${method} ${path}`)).size).toBe(all.length);
});

test('[ACC-118] nothing without a policy is registered', () => {
  const [route] = server.serving.routes;
  const [room] = server.serving.rooms;
  const nothing = { routes: [], rooms: [], jobs: [], operations: [] };
  const without = (route_: typeof route) =>
    ({ ...route_!, endpoint: { ...route_!.endpoint, policy: undefined } }) as never;
  expect(() => {
    refuseUnguarded({ ...nothing, routes: [route!], rooms: [room!] });
  }).not.toThrow();
  expect(() => {
    refuseUnguarded({ ...nothing, routes: [without(route)] });
  }).toThrow(route!.endpoint.id);
  for (const part of ['action', 'subject', 'projectOf'])
    expect(() => {
      refuseUnguarded({ ...nothing, rooms: [{ ...room!, [part]: undefined }] });
    }).toThrow(room!.party);
  expect(() => {
    refuseUnguarded({ ...nothing, jobs: [{ name: 'a job', run: () => Promise.resolve() } as never] });
  }).toThrow('a job');
  expect(() => {
    refuseUnguarded({ ...nothing, operations: [{ name: 'long work', run: () => Promise.resolve() } as never] });
  }).toThrow('operation long work');
});

test('[ACC-118] documents are reached by rooms only, and no room is without somebody whose edits it refuses', async () => {
  for (const [party, noun, document] of [
    ['main', 'notebook', ids['notebook']!],
    ['workflow', 'workflow', ids['workflow']!],
    ['story', 'map', storyDocumentId(ids['map']!)],
  ] as const) {
    const live = viewer.live(party, ids[noun]!);
    await live.whenSynced();
    expect(live.state.canWrite).toBe(false);
    live.doc.getMap('forged').set('by', owner.id);
    await expect.poll(() => live.state.refusal).toBe('FORBIDDEN');
    expect((await server.platform.documents.read(document)).getMap('forged').size).toBe(0);
    live.close();
  }
});
