import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createOutbound } from '../../../platform/outbound/outbound.ts';
import { isSameVersion } from '../../../platform/outbound/address-version.ts';
import { KnownAddresses } from './known-addresses.ts';

const never = new AbortController().signal;

test('an address is asked for its version once, after a while again, and at once when the version was old', async () => {
  let [asked, etag] = [0, '"1"'];
  const elsewhere = createServer((_, response) => {
    asked += 1;
    response.writeHead(206, { 'content-range': 'bytes 0-0/9', etag }).end('x');
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
  const outbound = createOutbound(['127.0.0.1']);
  const known = new KnownAddresses(outbound);
  const gone = known.find(url, AbortSignal.abort(new Error('gone')));
  await expect(gone).rejects.toThrow('gone');
  const [version] = await Promise.all([known.find(url, never), known.find(url, never)]);
  const before = asked;
  etag = 'W/"2"';
  expect(await known.find(url, never)).toEqual({ size: 9, etag: '"1"', modified: null });
  expect(asked).toBe(before);
  await known.forget(url, version);
  expect(await known.find(url, never)).toEqual({ size: 9, etag: '"2"', modified: null });
  const hasty = new KnownAddresses(outbound, 0);
  await hasty.find(url, never);
  etag = '"3"';
  expect((await hasty.find(url, never)).etag).toBe('"3"');
  await outbound.close();
  elsewhere.close();
});

test('versions are compared by what both answers say', () => {
  const version = { size: 9, etag: '"1"', modified: 'Mon' };
  expect(isSameVersion(version, { ...version, modified: 'Tue' })).toBe(true);
  for (const other of [
    { ...version, size: 8 },
    { ...version, etag: '"2"' },
    { ...version, etag: null, modified: 'Tue' },
  ])
    expect(isSameVersion(version, other)).toBe(false);
  expect(isSameVersion(version, { size: 9, etag: null, modified: null })).toBe(true);
});
