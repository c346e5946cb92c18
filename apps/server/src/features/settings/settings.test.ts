import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient, settings } from '@groma/protocol';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    tileServers: {
      streetTiles: 'http://tiles.lan:8080/{z}/{x}/{y}.png?key=4f2c',
      streetAttribution: 'Our own',
      satelliteTiles: undefined,
      satelliteAttribution: undefined,
    },
  });
});
afterAll(() => server.close());

test('[MAP-110] [MAP-111] tile servers are named by the settings of the server, with the key that they ask for, and pages may fetch from them', async () => {
  const { data } = await createClient(server.origin).call(settings.readSettings);
  expect(data.baseMaps.openStreetMap).toEqual({
    tiles: 'http://tiles.lan:8080/{z}/{x}/{y}.png?key=4f2c',
    attribution: 'Our own',
    maxZoom: 19,
  });
  expect(data.baseMaps.satellite.tiles).toMatch(/^https:.*\{z\}/);
  const policy = (await fetch(`${server.origin}/api/settings`)).headers.get('content-security-policy');
  expect(policy).toContain("img-src 'self' data: blob: http://tiles.lan:8080 https://tiles.maps.eox.at;");
  expect(policy).toContain("connect-src 'self' ws: wss: data: blob: http://tiles.lan:8080 https://tiles.maps.eox.at;");
});
