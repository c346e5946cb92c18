import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { skipReason, testLaunch } from '../../../test/test-kernel.ts';
import { missingOfNetwork, routesOf } from './private-network.ts';

const missing = missingOfNetwork();
const reason =
  skipReason ?? (process.getuid?.() === 0 ? missing && `${missing} is missing` : 'needs root to make networks');

test('[KRN-062] everything but the public internet is closed, this computer among it, unless it is allowed', () => {
  const routes = routesOf(['10.2.0.0/16', '192.168.7.7', 'tiles.internal'], ['93.184.216.34', '10.2.0.5']);
  for (const range of [
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.168.0.0/16',
    '224.0.0.0/4',
    '93.184.216.34/32',
  ])
    expect(routes).toContain(`route replace blackhole ${range}`);
  expect(routes.filter((route) => / (10\.2\.|192\.168\.7)/.test(route))).toEqual([
    'route replace 10.2.0.0/16 via 192.0.2.2 dev tap0 onlink',
    'route replace 192.168.7.7 via 192.0.2.2 dev tap0 onlink',
  ]);
});

test('[KRN-062] an allowed range that begins where a closed one does opens nothing beside it', () => {
  for (const [allowed, closed] of [
    ['192.168.0.0/24', '192.168.0.0/16'],
    ['10.0.0.0/16', '10.0.0.0/8'],
    ['172.16.0.0', '172.16.0.0/12'],
    ['100.64.0.0/11', '100.64.0.0/10'],
  ] as const) {
    const routes = routesOf([allowed], []);
    expect(routes.slice(routes.indexOf(`route replace blackhole ${closed}`)), allowed).toContain(
      `route replace ${allowed} via 192.0.2.2 dev tap0 onlink`,
    );
    expect(routes).toContain(`route replace blackhole ${closed}`);
  }
  for (const whole of ['10.0.0.0/8', '8.0.0.0/5'])
    expect(routesOf([whole], ['10.9.8.7']).join('\n')).not.toMatch(/blackhole 10\./);
  expect(
    routesOf(['10.2.0.5/16', '999.1.1.1', '10.0.0.0/33', 'fd00::/8'], []).filter(
      (route) => / via .*onlink/.test(route) && !route.includes('default'),
    ),
  ).toEqual(['route replace 10.2.0.0/16 via 192.0.2.2 dev tap0 onlink']);
});

/** Two computers: `near`, on which the server runs, and `far`, which has a public address and some that are not. */
const near = `groma-near-${process.pid}`;
const far = `groma-far-${process.pid}`;
const ip = (words: string): void => {
  execFileSync('ip', words.split(' '));
};

/**
 * Says hello to whoever connects to any address, and answers every question for an address with one of `far`: an inner
 * one for `inside.test`.
 */
const helper = `
  import { createServer } from 'node:net';
  import { createSocket } from 'node:dgram';
  createServer((socket) => { socket.on('error', () => undefined); socket.end('hello'); }).listen(8080, '0.0.0.0', () => console.log('ready'));
  const names = createSocket('udp4');
  names.on('message', (ask, from) => {
    const question = ask.subarray(12, ask.indexOf(0, 12) + 5);
    const isAddress = question.readUInt16BE(question.length - 4) === 1;
    const answer = isAddress ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 9, 0, 4, ...(question.includes('inside') ? [10, 77, 0, 1] : [93, 184, 216, 1])] : [];
    names.send(Buffer.concat([ask.subarray(0, 2), Buffer.from([0x81, 0x80, 0, 1, 0, isAddress ? 1 : 0, 0, 0, 0, 0]), question, Buffer.from(answer)]), from.port, from.address);
  });
  names.bind(53, '127.0.0.53');
`;
const node = (network: string, program: string, stdin: 'ignore' | 'pipe' = 'ignore'): ChildProcess =>
  spawn('ip', ['netns', 'exec', network, process.execPath, '--input-type=module', '-e', program], {
    stdio: [stdin, 'pipe', 'inherit'],
  });

describe.skipIf(reason)(`the network of a kernel${reason ? ` (skipped: ${reason})` : ''}`, () => {
  const helpers: ChildProcess[] = [];

  beforeAll(async () => {
    for (const name of [near, far]) ip(`netns add ${name}`);
    ip(`-n ${near} link add wire type veth peer name wire netns ${far}`);
    const addresses = [
      [near, 'wire', '93.184.216.2/30'],
      [near, 'lo', '169.254.169.254/32'],
      [near, 'lo', '10.9.8.7/32'],
      [near, 'lo', '93.184.217.1/32'],
      [far, 'wire', '93.184.216.1/30'],
      [far, 'lo', '10.77.0.1/32'],
      [far, 'lo', '100.64.0.1/32'],
      [far, 'lo', '169.254.170.2/32'],
    ];
    for (const [name, device, address] of addresses) ip(`-n ${name} addr add ${address} dev ${device}`);
    for (const [name, device] of [
      [near, 'lo'],
      [near, 'wire'],
      [far, 'lo'],
      [far, 'wire'],
    ])
      ip(`-n ${name} link set ${device} up`);
    ip(`-n ${near} route add default via 93.184.216.1`);
    ip(`-n ${far} route add default via 93.184.216.2`);
    mkdirSync(`/etc/netns/${near}`, { recursive: true });
    writeFileSync(`/etc/netns/${near}/resolv.conf`, 'nameserver 127.0.0.53\n');
    helpers.push(node(near, helper), node(far, helper));
    await Promise.all(helpers.map((each) => once(each.stdout!, 'data')));
  });

  afterAll(() => {
    for (const each of helpers) each.kill('SIGKILL');
    for (const name of [near, far]) ip(`netns del ${name}`);
    rmSync(`/etc/netns/${near}`, { recursive: true, force: true });
  });

  /** What a kernel on `near` hears from each place: `hello`, or why not. */
  async function reach(
    places: Record<string, [host: string, port: number, device: string | null]>,
    network: string[],
  ): Promise<Record<string, string>> {
    const code = [
      'import concurrent.futures, json, socket',
      `places = json.loads(${JSON.stringify(JSON.stringify(places))})`,
      'def attempt(place):',
      '    host, port, device = place',
      '    one = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET); one.settimeout(4)',
      '    try:',
      '        if device: one.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, device.encode() + b"\\0")',
      '        one.connect((host, port)); return one.recv(9).decode()',
      '    except OSError as error: return "closed"',
      'with concurrent.futures.ThreadPoolExecutor(32) as pool: print(json.dumps(dict(zip(places, pool.map(attempt, places.values())))))',
    ].join('\n');
    const program = `
      import { LocalKernelSession } from ${JSON.stringify(join(import.meta.dirname, '../kernel/kernel-session.ts'))};
      const kernel = await LocalKernelSession.start({ id: 'kernel', notebookId: 'notebook', launch: ${JSON.stringify({ ...(await testLaunch()), network })} });
      let text = '';
      await kernel.execute(${JSON.stringify(code)}, { onOutput: (outputs) => { for (const output of outputs) text += output.text ?? ''; } });
      await kernel.shutdown();
      console.log(text);
      process.exit(0);
    `;
    const child = node(near, program);
    let text = '';
    child.stdout!.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await once(child, 'close');
    return JSON.parse(text) as Record<string, string>;
  }

  test("[KRN-062] reaches the public internet by name and address, and nothing of the server's computer and its networks", async () => {
    const open = { address: ['93.184.216.1', 8080, null], name: ['example.test', 8080, null] } satisfies Record<
      string,
      [string, number, null]
    >;
    const hosts = [
      '127.0.0.1',
      '93.184.216.2',
      '93.184.217.1',
      '10.9.8.7',
      '169.254.169.254',
      '169.254.170.2',
      '10.77.0.1',
      '100.64.0.1',
      '192.0.2.2',
      '192.0.2.3',
      '192.0.2.1',
      '0.0.0.0',
      '255.255.255.255',
      '::1',
      '::ffff:10.77.0.1',
      '::ffff:169.254.169.254',
      '64:ff9b::a4d:1',
      'fe80::1',
      'fd00::2',
    ];
    const closed = Object.fromEntries(
      [null, 'tap0'].flatMap((device) =>
        hosts
          .filter((host) => device === null || !host.includes(':'))
          .map((host) => [`${host} ${device}`, [host, 8080, device] as [string, number, string | null]]),
      ),
    );
    const heard = await reach({ ...open, ...closed }, []);
    expect(heard).toEqual({
      address: 'hello',
      name: 'hello',
      ...Object.fromEntries(Object.keys(closed).map((place) => [place, 'closed'])),
    });
  });

  test('[KRN-062] reaches what GROMA_OUTBOUND_ALLOW names, and nothing beside it', async () => {
    expect(
      await reach(
        { allowed: ['10.77.0.1', 8080, null], other: ['100.64.0.1', 8080, null], own: ['10.9.8.7', 8080, null] },
        ['10.77.0.0/24', '100.64.0.0/32'],
      ),
    ).toEqual({ allowed: 'hello', other: 'closed', own: 'closed' });
  });

  test('[KRN-062] reaches a host that GROMA_OUTBOUND_ALLOW names, by that name and at its address', async () => {
    expect(
      await reach(
        { name: ['inside.test', 8080, null], address: ['10.77.0.1', 8080, null], other: ['100.64.0.1', 8080, null] },
        ['inside.test', 'localhost'],
      ),
    ).toEqual({ name: 'hello', address: 'hello', other: 'closed' });
  });

  test('[KRN-062] leaves nothing behind when it ends', async () => {
    expect(execFileSync('ip', ['netns', 'pids', near], { encoding: 'utf8' }).trim().split('\n').length).toBe(1);
  });
});
