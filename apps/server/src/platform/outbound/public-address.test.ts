import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

test('addresses of the public internet are told from all others, however they are written', () => {
  const open = [
    '1.1.1.1',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '2606:4700:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
  ];
  const closed = [
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '198.18.0.1',
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:169.254.169.254',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '2002:7f00:1::',
    '::127.0.0.1',
    'localhost',
    '',
  ];
  expect(open.filter((address) => !isPublicAddress(address))).toEqual([]);
  expect(closed.filter((address) => isPublicAddress(address))).toEqual([]);
});
