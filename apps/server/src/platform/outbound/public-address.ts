import { BlockList, isIP, isIPv6 } from 'node:net';

/** Ranges that are not of the public internet (IANA special-purpose registries, RFC 6890), besides multicast. */
const closedRanges: readonly [address: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];
const closed = listOf(closedRanges);

/** The ranges of IPv4 that are not of the public internet, as `10.0.0.0/8`. */
export function closedVersion4(): string[] {
  return closedRanges.filter(([address]) => !isIPv6(address)).map(([address, prefix]) => `${address}/${prefix}`);
}

/** Prefixes behind whose last 32 bits an IPv4 address stands: mapped (RFC 4291) and translated (RFC 6052). */
const carriesVersion4 = listOf([
  ['::ffff:0:0', 96],
  ['64:ff9b::', 96],
]);

/** Whether an address is of the public internet: no loopback, private, link-local or otherwise reserved one. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const inner = isIPv6(address) && carriesVersion4.check(address, 'ipv6') ? lastVersion4(address) : address;
  return !closed.check(inner, isIPv6(inner) ? 'ipv6' : 'ipv4');
}

/** Addresses and ranges (`10.0.0.0/8`) as a list to look in. What is neither is left out. */
export function addressRanges(texts: readonly string[]): BlockList {
  return listOf(
    texts.flatMap((text) => {
      const range = rangeOf(text);
      return range === null ? [] : [range];
    }),
  );
}

/**
 * An address, or a range from its network's first address on (of IPv4; IPv6 stays as it is written). Null for what is
 * neither.
 */
export function networkOf(text: string): string | null {
  const range = rangeOf(text);
  if (range === null) return null;
  if (isIPv6(range[0]) || !text.includes('/')) return text;
  const [address, prefix] = range;
  const size = 2 ** (32 - prefix);
  const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  const first = number - (number % size);
  return `${[24, 16, 8, 0].map((bits) => Math.floor(first / 2 ** bits) % 256).join('.')}/${prefix}`;
}

/** Whether a range of IPv4 holds each address of another (both as `10.0.0.0/8` or one address). */
export function coversRange(outer: string, inner: string): boolean {
  const [whole, part] = [rangeOf(outer), rangeOf(inner)];
  return whole !== null && part !== null && whole[1] <= part[1] && listOf([whole]).check(part[0], 'ipv4');
}

function rangeOf(text: string): [address: string, prefix: number] | null {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  if (version === 0 || rest.length > 0) return null;
  if (bits === undefined) return [address, most];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? [address, Number(bits)] : null;
}

function listOf(ranges: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of ranges) list.addSubnet(address, prefix, isIPv6(address) ? 'ipv6' : 'ipv4');
  return list;
}

function lastVersion4(address: string): string {
  const dotted = /(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split(':').filter(Boolean);
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
