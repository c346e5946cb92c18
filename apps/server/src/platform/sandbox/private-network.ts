import { spawn, type ChildProcess } from 'node:child_process';
import { lookup } from 'node:dns/promises';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { Duplex, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { closedVersion4, coversRange, networkOf } from '../outbound/public-address.ts';

/**
 * A network that reaches the public internet, and of all else only these names, addresses and ranges (`10.2.0.0/16`).
 */
export type NetworkGrant = readonly string[];

/** What a sandbox may reach, with the addresses that its names had when it was made: routes know no names. */
interface ResolvedGrant {
  network: NetworkGrant;
  hosts: readonly { name: string; address: string }[];
}

/** Where the launching shell and this process speak about the network: the descriptor after that of the filter. */
const networkDescriptor = 4;
const device = 'tap0';
// Of a range that no network has (RFC 5737), so that nothing real is hidden by it.
const ownRange = '192.0.2.0/24';
const gateway = '192.0.2.2';
const nameServer = '192.0.2.3';

const resolvePatienceMs = 5_000;
const folders = ['/usr/bin', '/usr/sbin', '/bin', '/sbin', '/usr/local/bin'];
const find = (program: string): string | undefined =>
  folders.map((folder) => join(folder, program)).find((path) => existsSync(path));

/** The Debian package that a network of a sandbox's own lacks on this computer, or null when it has all it needs. */
export function missingOfNetwork(): 'slirp4netns' | 'iproute2' | null {
  if (!find('slirp4netns')) return 'slirp4netns';
  return find('ip') ? null : 'iproute2';
}

/**
 * The lines of `ip -batch` that close everything but the public internet: blackholes for the ranges of
 * `isPublicAddress` and for this computer's own addresses, and ways to what is allowed all the same. Only IPv4 is
 * connected.
 */
export function routesOf(allowed: NetworkGrant, hostAddresses: readonly string[]): string[] {
  const open = allowed.flatMap((text) => (isIPv4(text.split('/')[0]!) ? (networkOf(text) ?? []) : []));
  // Of an allowed range inside a closed one, its own way is narrower and wins: the closed one stays around it.
  const isOpen = (range: string): boolean => range !== ownRange && open.some((each) => coversRange(each, range));
  const closed = [...closedVersion4(), ...hostAddresses.map((address) => `${address}/32`)].filter(
    (range) => !isOpen(range),
  );
  return [
    `route replace default via ${gateway} dev ${device} onlink`,
    ...closed.map((range) => `route replace blackhole ${range}`),
    ...open.map((range) => `route replace ${range} via ${gateway} dev ${device} onlink`),
    `route replace ${nameServer}/32 dev ${device}`,
  ];
}

/** The command line inside a network namespace of its own, in which it waits until that is connected and closed. */
export function inOwnNetwork(
  program: string,
  programArguments: readonly string[],
): { program: string; arguments: string[] } {
  const user = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user'];
  const enter =
    `echo entered >&${networkDescriptor}; read -r word <&${networkDescriptor}; ` +
    `if [ "$word" != connected ]; then cat <&${networkDescriptor} >&2; exit 1; fi; ` +
    `${find('ip') ?? 'ip'} -batch - <&${networkDescriptor} >&2 || exit 1; exec ${networkDescriptor}>&-; exec "$@"`;
  return {
    program: find('unshare') ?? 'unshare',
    arguments: [...user, '--net', '/bin/sh', '-c', enter, 'network', program, ...programArguments],
  };
}

/**
 * Connects the namespace of a program that `inOwnNetwork` started; it ends with that program, and with this process.
 */
export function connectNetwork(child: ChildProcess, allowed: NetworkGrant): void {
  const line = (child.stdio as ChildProcess['stdio'] | undefined)?.[networkDescriptor] as Duplex | undefined;
  line?.on('error', () => undefined);
  line?.once('data', () => {
    const slirp = startSlirp(child.pid!);
    let complaint = '';
    slirp.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-1_000);
    });
    const [, , , life, ready] = slirp.stdio as unknown as [
      unknown,
      unknown,
      unknown,
      Duplex | undefined,
      Readable | undefined,
    ];
    for (const pipe of [life, ready]) pipe?.on('error', () => undefined);
    ready?.once('data', () => {
      line.end(`connected\n${routesOf(allowed, ownAddresses()).join('\n')}\n`);
    });
    const fail = (reason: string): void => {
      line.end(`failed\nThe network of the sandbox could not be connected: ${reason.trim()}\n`);
    };
    slirp.once('error', (error) => {
      fail(error.message);
    });
    slirp.once('close', () => {
      fail(complaint);
    });
    // slirp4netns ends when this end of the pipe is closed, also because this process has ended.
    const end = (): void => {
      life?.destroy();
    };
    if (child.exitCode !== null || child.signalCode !== null) end();
    child.once('exit', end);
  });
}

function startSlirp(processId: number): ChildProcess {
  const settings = [
    '--configure',
    '--mtu=65520',
    `--cidr=${ownRange}`,
    '--disable-host-loopback',
    '--enable-sandbox',
    '--enable-seccomp',
    '--exit-fd=3',
    '--ready-fd=4',
  ];
  return spawn(find('slirp4netns') ?? 'slirp4netns', [...settings, String(processId), device], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: true,
  });
}

/** The host itself is not part of the internet, whatever its addresses are. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flat()
    .flatMap((each) => (each?.family === 'IPv4' && !each.address.startsWith('127.') ? [each.address] : []));
}

/**
 * Looks up the names among what is allowed. A name that has no IPv4 address now stays closed; one that leads to the
 * loopback would be that of the sandbox itself.
 */
export async function resolveGrant(allowed: NetworkGrant): Promise<ResolvedGrant> {
  const names = allowed.filter((text) => isIP(text.split('/')[0]!) === 0);
  const found = await Promise.all(
    names.map(async (name) => {
      const addresses = await Promise.race([
        lookup(name, { family: 4, all: true }).catch(() => []),
        sleep(resolvePatienceMs, [], { ref: false }),
      ]);
      return addresses.filter(({ address }) => !/^(127|0)\./.test(address)).map(({ address }) => ({ name, address }));
    }),
  );
  const hosts = found.flat();
  return {
    network: [...allowed.filter((text) => !names.includes(text)), ...hosts.map(({ address }) => address)],
    hosts,
  };
}

/**
 * Writes into a folder how names are resolved in such a network; gives bubblewrap's arguments that put it in place.
 * What is allowed by name keeps the addresses that were opened.
 */
export async function nameSettings(folder: string, { hosts }: Pick<ResolvedGrant, 'hosts'>): Promise<string[]> {
  const lines = [
    '127.0.0.1 localhost machine',
    '::1 localhost',
    ...hosts.map(({ name, address }) => `${address} ${name}`),
  ];
  const files = {
    'resolv.conf': `nameserver ${nameServer}\n`,
    hosts: `${lines.join('\n')}\n`,
    'nsswitch.conf': 'hosts: files dns\n',
  };
  const inside = join(folder, 'names');
  await mkdir(inside, { recursive: true });
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(inside, name), text)));
  return Object.keys(files).flatMap((name) => ['--ro-bind', join(inside, name), `/etc/${name}`]);
}
