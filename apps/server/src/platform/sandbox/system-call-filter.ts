import { answer, assemble, ifAnyBit, ifEqual, ifGreater, load, unlessEqual, type Instruction } from './bpf.ts';
import { systemCalls, type FilteredProcessor, type SystemCall } from './system-calls-table.ts';

// Offsets in `struct seccomp_data`: the number, the architecture, and the lower half of each argument.
const numberOffset = 0;
const architectureOffset = 4;
const argumentOffset = (index: number): number => 16 + 8 * index;

/**
 * Values of linux/audit.h. Code for another architecture (32-bit programs) has other numbers, so it is not let in at
 * all.
 */
const architectures: Record<FilteredProcessor, number> = { x64: 0xc000_003e, arm64: 0xc000_00b7 };

// Verdicts of linux/seccomp.h; an error number goes into the lower half.
const allow = 0x7fff_0000;
const killProcess = 0x8000_0000;
const refuse = (error: number): number => 0x0005_0000 | error;
const notPermitted = refuse(1);
const noSuchCall = refuse(38);
const noSuchAddressFamily = refuse(97);

/**
 * The last call that this filter knows (mseal). Later ones, and those of the x32 interface, whose numbers have bit 30,
 * look to programs as if Linux were older.
 */
const lastKnownCall = 462;

const setIdBits = 0o6000;
/** O_CREAT and O_TMPFILE: without one of them Linux ignores the mode, which may then be anything. */
const makesFile = 0o100 | 0o20_000_000;
/** All of CLONE_NEW… that `clone` knows, and for `unshare` also the one of time. */
const newNamespaces = 0x7e02_0000;
const newTimeNamespace = 0x80;
const terminalInput = 0x5412;
const consoleControl = 0x541c;
/**
 * Unix, IPv4, IPv6 and netlink; others, as those of virtual machines and of cryptography, are not bound to a network
 * namespace or are ways into Linux.
 */
const addressFamilies = [1, 2, 10, 16];

/** Refused whatever their arguments are. */
const forbidden: readonly SystemCall[] = [
  'setns',
  'ptrace',
  'kcmp',
  'pidfd_getfd',
  'add_key',
  'request_key',
  'keyctl',
  'bpf',
  'perf_event_open',
  'userfaultfd',
  'mount',
  'umount2',
  'pivot_root',
  'chroot',
  'open_tree',
  'move_mount',
  'fsopen',
  'fsconfig',
  'fsmount',
  'fspick',
  'mount_setattr',
  'name_to_handle_at',
  'open_by_handle_at',
  'fanotify_init',
  'swapon',
  'swapoff',
  'acct',
  'quotactl',
  'quotactl_fd',
  'kexec_load',
  'kexec_file_load',
  'reboot',
  'create_module',
  'init_module',
  'finit_module',
  'delete_module',
  'syslog',
  'settimeofday',
  'clock_settime',
  'clock_adjtime',
  'sethostname',
  'setdomainname',
  'vhangup',
  'iopl',
  'ioperm',
  'modify_ldt',
  'uselib',
  '_sysctl',
  'ustat',
  'sysfs',
  'lookup_dcookie',
  'nfsservctl',
  'mq_open',
];

/** What they are asked for lies in memory, where no filter can look; programs do without them. */
const unreadable: readonly SystemCall[] = [
  'openat2',
  'clone3',
  'io_uring_setup',
  'io_uring_enter',
  'io_uring_register',
];

/** Calls that give a file a mode, with the index of that argument. */
const modes: Partial<Record<SystemCall, number>> = {
  chmod: 1,
  fchmod: 1,
  fchmodat: 2,
  fchmodat2: 2,
  creat: 1,
  mkdir: 1,
  mkdirat: 2,
  mknod: 1,
  mknodat: 2,
};

/** Whether there is a filter for this kind of processor. */
export function isFiltered(processor: string): processor is FilteredProcessor {
  return Object.hasOwn(architectures, processor);
}

/**
 * The program by which Linux refuses a sandbox what no notebook, query or conversion needs: files with setuid or setgid
 * bits, which would run as the server's user outside; namespaces, mounts, keys, tracing and other ways into Linux.
 * `struct sock_filter[]`, to be given to bubblewrap's `--seccomp`.
 */
export function systemCallFilter(processor: FilteredProcessor): Buffer {
  const on = (name: SystemCall, then: readonly Instruction[]): Instruction[] => {
    const number = systemCalls[name][processor === 'x64' ? 0 : 1];
    return number === null ? [] : ifEqual(number, then);
  };
  return assemble([
    load(architectureOffset),
    ...unlessEqual(architectures[processor], [answer(killProcess)]),
    load(numberOffset),
    ...ifGreater(lastKnownCall, [answer(noSuchCall)]),
    ...forbidden.flatMap((name) => on(name, [answer(notPermitted)])),
    ...unreadable.flatMap((name) => on(name, [answer(noSuchCall)])),
    ...Object.entries(modes).flatMap(([name, index]) => on(name as SystemCall, refuseSetId(index))),
    ...on('open', unlessMakingFile(1, refuseSetId(2))),
    ...on('openat', unlessMakingFile(2, refuseSetId(3))),
    ...on('clone', refuseBits(0, newNamespaces)),
    ...on('unshare', refuseBits(0, newNamespaces | newTimeNamespace)),
    ...on('ioctl', [
      load(argumentOffset(1)),
      ...ifEqual(terminalInput, [answer(notPermitted)]),
      ...ifEqual(consoleControl, [answer(notPermitted)]),
      answer(allow),
    ]),
    ...on('socket', [
      load(argumentOffset(0)),
      ...addressFamilies.flatMap((family) => ifEqual(family, [answer(allow)])),
      answer(noSuchAddressFamily),
    ]),
    answer(allow),
  ]);
}

function refuseSetId(index: number): Instruction[] {
  return refuseBits(index, setIdBits);
}

function refuseBits(index: number, bits: number): Instruction[] {
  return [load(argumentOffset(index)), ...ifAnyBit(bits, [answer(notPermitted)]), answer(allow)];
}

function unlessMakingFile(flagsIndex: number, then: readonly Instruction[]): Instruction[] {
  return [load(argumentOffset(flagsIndex)), ...ifAnyBit(makesFile, then), answer(allow)];
}
