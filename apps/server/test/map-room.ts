import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { TestMap, type TestVisitor } from './test-map.ts';
import { startTestServer, type Person, type TestServer } from './test-server.ts';

/** What tests of the room of a map begin with; set before each test. */
export interface TestRoom {
  server: TestServer;
  /** Owner, editor and viewer of the project. */
  ann: Person;
  bob: Person;
  viewer: Person;
  own: TestMap;
  /** Of the one layer of the map, with one feature. */
  layerId: string;
  visitors: TestVisitor[];
  /** Brings people into the room, who leave it after the test: all that are there. */
  enter(...people: Person[]): Promise<TestVisitor[]>;
}

/** A server for a file of tests, and a map of its own for each of them. */
export function withMapRoom(): TestRoom {
  const room = {
    visitors: [],
    async enter(...people) {
      for (const person of people) room.visitors.push(await room.own.as(person).enter());
      return room.visitors;
    },
  } as Pick<TestRoom, 'visitors' | 'enter'> as TestRoom;
  beforeAll(async () => {
    room.server = await startTestServer();
    [room.ann, room.bob, room.viewer] = await Promise.all([
      room.server.signUp(),
      room.server.signUp(),
      room.server.signUp(),
    ]);
  });
  afterAll(() => room.server.close());
  beforeEach(async () => {
    room.own = await TestMap.make(room.ann);
    await room.server.share(room.ann, room.own.projectId, room.bob, 'PROJECT_EDITOR');
    await room.server.share(room.ann, room.own.projectId, room.viewer, 'PROJECT_VIEWER');
    room.layerId = await room.own.draw('roads', [{ name: 'a' }]);
  });
  afterEach(() => {
    for (const { socket } of room.visitors) socket.close();
    room.visitors = [];
  });
  return room;
}
