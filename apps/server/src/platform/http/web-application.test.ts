import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

const webFolder = mkdtempSync(join(tmpdir(), 'groma-web-'));
let server: TestServer;
beforeAll(async () => {
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(join(webFolder, 'index.html'), 'the application');
  writeFileSync(join(webFolder, 'output-frame.html'), 'the frame');
  writeFileSync(join(webFolder, 'output-frame.html.gz'), gzipSync('the frame'));
  writeFileSync(join(webFolder, 'assets/a.js'), '1');
  writeFileSync(join(webFolder, 'assets/long.js'), 'long');
  writeFileSync(join(webFolder, 'assets/long.js.gz'), gzipSync('long'));
  server = await startTestServer({ webFolder });
});
afterAll(async () => {
  await server.close();
  rmSync(webFolder, { recursive: true });
});

const get = (path: string) => fetch(server.origin + path);

test('every address that is no call opens the application, under a strict policy', async () => {
  for (const path of ['/', '/hub', '/workspaces/x', '/dashboard/workspaces?callbackUrl=/x']) {
    const reply = await get(path);
    expect([path, await reply.text()]).toEqual([path, 'the application']);
    expect(reply.headers.get('content-security-policy')).toContain("script-src 'self';");
  }
  expect((await get('/api/nothing')).status).toBe(404);
  expect((await get('/missing.js')).status).toBe(404);
});

test('[NBK-088] the frame of outputs runs scripts without origin and without network', async () => {
  for (const encoding of ['gzip', 'identity']) {
    const reply = await fetch(`${server.origin}/output-frame.html`, { headers: { 'accept-encoding': encoding } });
    const policy = reply.headers.get('content-security-policy');
    expect([encoding, policy]).toEqual([encoding, expect.stringMatching(/^sandbox allow-scripts; default-src 'none'/)]);
    expect(policy).not.toMatch(/allow-same-origin|connect-src/);
  }
});

test('files with a hash in their name are kept by the browser, the page is asked for each time', async () => {
  expect((await get('/assets/a.js')).headers.get('cache-control')).toContain('immutable');
  expect((await get('/')).headers.get('cache-control')).toBe('no-cache');
});

test('[SHL-162] what was compressed as the application was built is sent so to browsers that take it', async () => {
  const read = async (encoding: string) => {
    const reply = await fetch(`${server.origin}/assets/long.js`, { headers: { 'accept-encoding': encoding } });
    return [reply.headers.get('content-encoding'), reply.headers.get('vary'), await reply.text()];
  };
  expect(await read('gzip, deflate, br')).toEqual(['gzip', expect.stringMatching(/accept-encoding/i), 'long']);
  expect(await read('identity')).toEqual([null, expect.stringMatching(/accept-encoding/i), 'long']);
});

test('of the folder of such files nothing is sent that is beside or above it', async () => {
  for (const name of ['b.js', '..%2Findex.html', '%2E%2E%2Findex.html', 'x%2F..%2F..%2Findex.html', '%00']) {
    const reply = await get(`/assets/${name}`);
    expect([name, reply.ok, (await reply.text()).includes('the application')]).toEqual([name, false, false]);
  }
  const reply = await fetch(`${server.origin}/assets/a.js`, { method: 'HEAD' });
  expect([reply.status, reply.headers.get('content-length')]).toEqual([200, '1']);
});
