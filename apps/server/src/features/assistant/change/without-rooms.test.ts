import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type Person, type TestServer } from '../../../../test/test-server.ts';
import { TestTurn } from '../../../../test/test-turn.ts';

let server: TestServer;
let ann: Person;
beforeAll(async () => {
  // Whoever keeps the live documents has gone, and the other services are there.
  server = await startTestServer({ services: new Set(['api', 'jobs']) });
  ann = await server.signUp();
});
afterAll(() => server.close());

test('[AIA-048] where the process with the documents gives no sign of life, the call fails and the change stays proposed', async () => {
  const turn = await TestTurn.begin(server, ann, await ann.makeProject());
  await turn.call('create_map', { name: 'Floods' });
  await expect(turn.decide('apply')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await turn.list()).toMatchObject([{ state: 'proposed', title: 'Floods' }]);
});
