import { expect, test } from 'vitest';
import { systemCallFilter } from './system-call-filter.ts';
import { systemCalls, type FilteredProcessor, type SystemCall } from './system-calls-table.ts';

const architectures = { x64: 0xc000_003e, arm64: 0xc000_00b7 };
const verdicts = new Map([
  [0x7fff_0000, 'allow'],
  [0x8000_0000, 'kill'],
  [0x0005_0001, 'EPERM'],
  [0x0005_0026, 'ENOSYS'],
  [0x0005_0061, 'EAFNOSUPPORT'],
]);

/** Runs the program as Linux does, over one `struct seccomp_data`. */
function decide(
  program: Buffer,
  { number, architecture, args }: { number: number; architecture: number; args: number[] },
): string | undefined {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(architecture, 4);
  args.forEach((value, index) => data.writeBigUInt64LE(BigInt(value), 16 + 8 * index));
  let loaded = 0;
  for (let at = 0; ; at += 8) {
    const [code, yes, no, value] = [
      program.readUInt16LE(at),
      program.readUInt8(at + 2),
      program.readUInt8(at + 3),
      program.readUInt32LE(at + 4),
    ];
    if (code === 0x06) return verdicts.get(value);
    if (code === 0x20) loaded = data.readUInt32LE(value);
    else at += 8 * ({ 0x15: loaded === value, 0x25: loaded > value, 0x45: (loaded & value) !== 0 }[code] ? yes : no);
  }
}

function ask(processor: FilteredProcessor, call: SystemCall, ...args: number[]): string | undefined {
  const number = systemCalls[call][processor === 'x64' ? 0 : 1];
  return number === null
    ? 'none'
    : decide(systemCallFilter(processor), { number, architecture: architectures[processor], args });
}

test.each(['x64', 'arm64'] as const)('[KRN-060] on %s no call makes a file with setuid or setgid', (processor) => {
  const old = processor === 'x64' ? 'EPERM' : 'none';
  for (const bits of [0o4755, 0o2755, 0o6000]) {
    expect([
      ask(processor, 'chmod', 0, bits),
      ask(processor, 'creat', 0, bits),
      ask(processor, 'mkdir', 0, bits),
      ask(processor, 'mknod', 0, bits),
    ]).toEqual([old, old, old, old]);
    expect([
      ask(processor, 'fchmod', 3, bits),
      ask(processor, 'fchmodat', 3, 0, bits),
      ask(processor, 'fchmodat2', 3, 0, bits),
      ask(processor, 'mkdirat', 3, 0, bits),
      ask(processor, 'mknodat', 3, 0, bits),
    ]).toEqual(Array(5).fill('EPERM'));
    expect([
      ask(processor, 'openat', 3, 0, 0o101, bits),
      ask(processor, 'openat', 3, 0, 0o20_200_002, bits),
      ask(processor, 'open', 0, 0o101, bits),
    ]).toEqual(['EPERM', 'EPERM', old]);
  }
  expect([
    ask(processor, 'fchmod', 3, 0o1777),
    ask(processor, 'openat', 3, 0, 0o101, 0o644),
    ask(processor, 'openat', 3, 0, 0, 0o4755),
    ask(processor, 'mkdirat', 3, 0, 0o755),
  ]).toEqual(Array(4).fill('allow'));
});

test.each(['x64', 'arm64'] as const)(
  '[KRN-060] on %s what cannot be looked into seems missing, and another architecture is not let in',
  (processor) => {
    expect([ask(processor, 'openat2'), ask(processor, 'clone3'), ask(processor, 'io_uring_setup')]).toEqual([
      'ENOSYS',
      'ENOSYS',
      'ENOSYS',
    ]);
    const program = systemCallFilter(processor);
    const architecture = architectures[processor];
    expect(decide(program, { number: 0x4000_005a, architecture, args: [0, 0o4755] })).toBe('ENOSYS');
    expect(decide(program, { number: 469, architecture, args: [] })).toBe('ENOSYS');
    expect(decide(program, { number: 15, architecture: 0x4000_0003, args: [0, 0o4755] })).toBe('kill');
    expect(decide(program, { number: 15, architecture: 0x4000_0028, args: [0, 0o4755] })).toBe('kill');
  },
);

test.each(['x64', 'arm64'] as const)(
  '[KRN-060] on %s threads and processes start, namespaces and foreign sockets do not',
  (processor) => {
    expect([
      ask(processor, 'clone', 0x3d_0f00),
      ask(processor, 'clone', 17),
      ask(processor, 'clone', 0x1000_0011),
      ask(processor, 'unshare', 0x400),
      ask(processor, 'unshare', 0x80),
    ]).toEqual(['allow', 'allow', 'EPERM', 'allow', 'EPERM']);
    expect([1, 2, 10, 16, 17, 38, 40].map((family) => ask(processor, 'socket', family))).toEqual([
      'allow',
      'allow',
      'allow',
      'allow',
      'EAFNOSUPPORT',
      'EAFNOSUPPORT',
      'EAFNOSUPPORT',
    ]);
    expect([
      ask(processor, 'ioctl', 0, 0x5413),
      ask(processor, 'ioctl', 0, 0x5412),
      ask(processor, 'ioctl', 0, 0x541c),
    ]).toEqual(['allow', 'EPERM', 'EPERM']);
    expect([
      ask(processor, 'ptrace'),
      ask(processor, 'keyctl'),
      ask(processor, 'mount'),
      ask(processor, 'bpf'),
    ]).toEqual(Array(4).fill('EPERM'));
  },
);
