import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ProjectId } from '@groma/model';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { StacServer } from '../../../test/stac-server.ts';
import { KnownAddresses } from '../raster/source/known-addresses.ts';
import { RasterSources } from '../raster/source/raster-sources.ts';
import { AddressSigner, markForSigning } from './address-signer.ts';

const stac = new StacServer();
const outbound = createOutbound(['localhost']);
const { signal } = new AbortController();
let sources: RasterSources;
let url: string;

beforeAll(async () => {
  await stac.start();
  stac.folder = await mkdtemp(join(tmpdir(), 'groma-signed-'));
  await writeFile(join(stac.folder, 'a.tif'), 'bytes');
  url = markForSigning(`${stac.origin}/signed/a.tif`, `${stac.origin}/sign`);
});
afterAll(async () => {
  await outbound.close();
  stac.close();
  await rm(stac.folder, { recursive: true });
});
beforeEach(() => {
  Object.assign(stac, { signature: 1, lastsMs: 3_600_000 });
  stac.documents.clear();
  stac.asked.splice(0);
  // Which version a file has is asked each time; files of the project are not read.
  sources = new RasterSources(
    null as never,
    new KnownAddresses(outbound, -1),
    new AddressSigner(outbound),
    null as never,
    undefined,
  );
});

const path = () => sources.use({ projectId: 'p' as ProjectId, url, signal }, (source) => Promise.resolve(source.path));
const signs = (): number => stac.asked.filter((line) => line.startsWith('GET /sign?')).length;

test('[SAT-056] one signature is used as long as it holds, also by many at once', async () => {
  expect(await Promise.all([path(), path(), path()])).toEqual(Array(3).fill(`${stac.origin}/signed/a.tif?sig=1`));
  await path();
  expect(signs()).toBe(1);
});

test('[SAT-011] what is signed for longer than 10.8 hours is used for longer', async () => {
  stac.lastsMs = 48 * 3_600_000;
  await path();
  const later = Date.now() + 38_880_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
  try {
    await path();
  } finally {
    clock.mockRestore();
  }
  expect(signs()).toBe(1);
});

test('[SAT-056] one that ends within two minutes is renewed', async () => {
  stac.lastsMs = 60_000;
  await path();
  stac.signature = 2;
  expect(await path()).toContain('sig=2');
});

test('[SAT-056] one that is refused before its time is renewed, once', async () => {
  await path();
  stac.signature = 2;
  expect(await path()).toContain('sig=2');
  expect(signs()).toBe(2);
  stac.documents.set('/sign', { href: `${stac.origin}/signed/a.tif?sig=old`, 'msft:expiry': '2099-01-01T00:00:00Z' });
  stac.signature = 3;
  await expect(path()).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  expect(signs()).toBe(3);
});

test('[SAT-056] an address without a mark is not signed', async () => {
  const plain = new AddressSigner(outbound);
  expect(await plain.sign('https://a.example/a.tif')).toBe('https://a.example/a.tif');
  expect(await plain.sign(`https://a.example/a.tif#sign=${encodeURIComponent('file:///etc/passwd')}`)).toBe(
    'https://a.example/a.tif',
  );
  expect(signs()).toBe(0);
});
