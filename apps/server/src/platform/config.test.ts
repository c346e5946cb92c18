import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'groma-config-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const read = (env: NodeJS.ProcessEnv = {}) => readConfig(['--data', folder], env, folder);
const file = () => join(folder, 'secret');

test('a secret is made once, kept for this user alone, and nothing else is left beside it', () => {
  const { secret } = read();
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(read().secret).toBe(secret);
  expect(readFileSync(file(), 'utf8')).toBe(secret);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name),
  ).toEqual(['secret']);
});

test('an empty secret is none: the kept one is made anew, a given one left out of account', () => {
  for (const kept of ['', ' \n']) {
    writeFileSync(file(), kept);
    expect(read().secret).toHaveLength(43);
    expect(read().secret).toBe(readFileSync(file(), 'utf8'));
  }
  expect(read({ GROMA_SECRET: '' }).secret).toHaveLength(43);
});

test('a secret that can be guessed or was written half is refused in a line that names it', () => {
  expect(() => read({ GROMA_SECRET: 'x'.repeat(31) })).toThrow('GROMA_SECRET is shorter than 32 characters.');
  expect(read({ GROMA_SECRET: 'x'.repeat(32) }).secret).toBe('x'.repeat(32));
  writeFileSync(file(), 'half-writ');
  expect(() => read()).toThrow(`The secret in ${file()} is shorter than 32 characters.`);
});

test('trusted proxies are addresses, ranges or named ranges, and none unless said', () => {
  expect(read().trustedProxies).toEqual([]);
  expect(read({ GROMA_TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8,::1,fd00::/8,loopback' }).trustedProxies).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    '::1',
    'fd00::/8',
    'loopback',
  ]);
  for (const wrong of ['true', '1', '*', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy.example'])
    expect(() => read({ GROMA_TRUSTED_PROXY: wrong })).toThrow(`GROMA_TRUSTED_PROXY: ${wrong} `);
});

test('where ways by road come from is an address or a file that is there, and nothing unless said', () => {
  expect(read().routing).toMatchObject({ valhallaUrl: undefined, openRouteService: undefined, extract: undefined });
  expect(read({ GROMA_VALHALLA_URL: 'http://127.0.0.1:8002/' }).routing.valhallaUrl).toBe('http://127.0.0.1:8002');
  expect(read({ GROMA_OPENROUTESERVICE_KEY: 'k' }).routing.openRouteService).toEqual({
    url: 'https://api.openrouteservice.org',
    key: 'k',
  });
  expect(read({ GROMA_OPENROUTESERVICE_URL: 'http://ors.example/ors' }).routing.openRouteService).toEqual({
    url: 'http://ors.example/ors',
    key: undefined,
  });
  expect(() => read({ GROMA_VALHALLA_URL: 'valhalla:8002' })).toThrow('GROMA_VALHALLA_URL: valhalla:8002 is not');
  for (const wrong of ['roads.osm.pbf', join(folder, 'gone.osm.pbf')])
    expect(() => read({ GROMA_OSM_EXTRACT: wrong })).toThrow(`GROMA_OSM_EXTRACT: ${wrong} is not the full path`);
});

test('[PRC-029] programs and maps of processing are there where they are said to be, and nothing unless said', () => {
  expect(read().processing).toEqual({ acolite: undefined, forestFolder: undefined });
  expect(read({ GROMA_FOREST_CHANGE: folder }).processing.forestFolder).toBe(folder);
  expect(() => read({ GROMA_FOREST_CHANGE: 'tiles' })).toThrow(
    'GROMA_FOREST_CHANGE: tiles is not the full path of a folder',
  );
  const gone = join(folder, 'acolite');
  expect(() => read({ GROMA_ACOLITE: gone })).toThrow(`GROMA_ACOLITE: ${gone} is not the full path of a file`);
});

test('[KRN-062] places that may be reached are hosts, addresses and whole ranges, and nothing else', () => {
  expect(read().outboundAllowed).toEqual([]);
  expect(
    read({
      GROMA_OUTBOUND_ALLOW:
        'Tiles.internal, 10.2.0.5/16,192.168.7.7,fd00::/8,my_tiles,255.255.255.255/0,192.168.129.1/17',
    }).outboundAllowed,
  ).toEqual(['tiles.internal', '10.2.0.0/16', '192.168.7.7', 'fd00::/8', 'my_tiles', '0.0.0.0/0', '192.168.128.0/17']);
  for (const wrong of [
    '999.1.1.1',
    '10.2',
    '010.0.0.1',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'tiles.internal/24',
    'tiles:80',
    'http://tiles',
    '*.internal',
    '0x7f.1',
    '[::1]',
  ]) {
    expect(() => read({ GROMA_OUTBOUND_ALLOW: wrong }), wrong).toThrow(`GROMA_OUTBOUND_ALLOW: ${wrong} is neither`);
  }
});

test('[ACC-037] a mail server needs an address to write from, a wrong one is refused without its password, and invitations last 1 to 30 days', () => {
  expect([read().mail, read().invitationDays]).toEqual([undefined, 7]);
  const url = 'smtps://user:hidden@mail.example:465';
  expect(
    read({
      GROMA_SMTP_URL: url,
      GROMA_MAIL_FROM: 'groma@example.org',
      GROMA_INVITATION_DAYS: '30',
      GROMA_PUBLIC_URL: 'https://groma.example',
    }),
  ).toMatchObject({ mail: { url, from: 'groma@example.org' }, invitationDays: 30 });
  expect(() => read({ GROMA_SMTP_URL: url })).toThrow('GROMA_MAIL_FROM is missing');
  expect(() => read({ GROMA_SMTP_URL: url, GROMA_MAIL_FROM: 'a@b.co' })).toThrow(
    'GROMA_SMTP_URL needs GROMA_PUBLIC_URL',
  );
  expect(() => read({ GROMA_SMTP_URL: 'https://user:hidden@mail.example', GROMA_MAIL_FROM: 'a@b.co' })).toThrow(
    'GROMA_SMTP_URL: https://…@mail.example is not',
  );
  for (const wrong of ['0', '31', '1.5', 'week'])
    expect(() => read({ GROMA_INVITATION_DAYS: wrong })).toThrow(`GROMA_INVITATION_DAYS: ${wrong} `);
});

test('[ACC-048] an issuer is an address with a client and its secret, or there is none', () => {
  expect(read().oidc).toBeUndefined();
  const all = {
    GROMA_OIDC_ISSUER: 'https://login.example/realm/',
    GROMA_OIDC_CLIENT_ID: 'groma',
    GROMA_OIDC_CLIENT_SECRET: 's',
    GROMA_OIDC_NAME: 'City login',
  };
  expect(read(all).oidc).toEqual({
    issuer: 'https://login.example/realm',
    clientId: 'groma',
    clientSecret: 's',
    name: 'City login',
  });
  expect(() => read({ ...all, GROMA_OIDC_CLIENT_SECRET: '' })).toThrow('GROMA_OIDC_CLIENT_SECRET');
  expect(() => read({ ...all, GROMA_OIDC_ISSUER: 'login.example' })).toThrow('GROMA_OIDC_ISSUER: login.example ');
});

test('[SHL-093] events of use go to files, to the address that is given, or nowhere; anything else is refused', () => {
  expect([
    read().analytics,
    read({ GROMA_ANALYTICS_URL: 'off' }).analytics,
    read({ GROMA_ANALYTICS_URL: 'http://collector.lan/events' }).analytics,
  ]).toEqual(['file', 'off', 'http://collector.lan/events']);
  expect(() => read({ GROMA_ANALYTICS_URL: 'ftp://collector' })).toThrow('neither an http address');
});

test('[MAP-111] an address of tiles names its parts', () => {
  expect(read({ GROMA_STREET_TILES: 'https://t.example/{z}/{x}/{y}.png' }).tileServers.streetTiles).toBe(
    'https://t.example/{z}/{x}/{y}.png',
  );
  expect(() => read({ GROMA_SATELLITE_TILES: 'https://t.example/{z}/{x}.png' })).toThrow('GROMA_SATELLITE_TILES');
});

test('[ACC-150] the live sample is switched off by itself, and with the sample that there would be to keep', () => {
  const shown = (env: NodeJS.ProcessEnv) => [read(env).makesSample, read(env).showsSample];
  expect(shown({})).toEqual([true, true]);
  expect(shown({ GROMA_LIVE_SAMPLE: 'off' })).toEqual([true, false]);
  expect(shown({ GROMA_SAMPLE: 'off' })).toEqual([false, false]);
});

test('[PUB-118] readers run nothing where it is switched off, or where kernels may run without a sandbox', () => {
  expect(read().apps.isOn).toBe(true);
  expect(read({ GROMA_APPS: 'off' }).apps.isOn).toBe(false);
  expect(read({ GROMA_UNSANDBOXED_KERNELS: '1' }).apps.isOn).toBe(false);
});

test('[FIL-004] [FIL-005] memory is given in megabytes, or as a size with its unit', () => {
  const memory = (text: string) => read({ GROMA_TILE_MEMORY: text }).tileMemoryBytes;
  expect(['256', '256 MB', '1.5 GB'].map(memory)).toEqual([256, 256, 1_536].map((size) => size * 1024 ** 2));
  for (const text of ['256MB', '1 XB', 'much'])
    expect(() => memory(text)).toThrow(`GROMA_TILE_MEMORY: Invalid file size format (${text})`);
  expect(() => memory('1 MB')).toThrow('GROMA_TILE_MEMORY: 1 MB is not a size from 64 MB');
  expect(() => memory('1')).toThrow('GROMA_TILE_MEMORY: 1 is not a whole number');
});
