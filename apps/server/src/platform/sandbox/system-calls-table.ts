/** Processors that there is a filter for, by Node's names. */
export type FilteredProcessor = 'x64' | 'arm64';

/** Numbers of system calls: those of x86-64 (asm/unistd_64.h), then those of AArch64 (asm-generic/unistd.h). Null where there is no such call. */
export const systemCalls = {
  open: [2, null], creat: [85, null], openat: [257, 56], openat2: [437, 437],
  mkdir: [83, null], mkdirat: [258, 34], mknod: [133, null], mknodat: [259, 33],
  chmod: [90, null], fchmod: [91, 52], fchmodat: [268, 53], fchmodat2: [452, 452],
  mq_open: [240, 180],
  clone: [56, 220], clone3: [435, 435], unshare: [272, 97], setns: [308, 268],
  socket: [41, 198], ioctl: [16, 29],
  ptrace: [101, 117], kcmp: [312, 272], pidfd_getfd: [438, 438],
  add_key: [248, 217], request_key: [249, 218], keyctl: [250, 219],
  bpf: [321, 280], perf_event_open: [298, 241], userfaultfd: [323, 282],
  io_uring_setup: [425, 425], io_uring_enter: [426, 426], io_uring_register: [427, 427],
  mount: [165, 40], umount2: [166, 39], pivot_root: [155, 41], chroot: [161, 51], open_tree: [428, 428], move_mount: [429, 429],
  fsopen: [430, 430], fsconfig: [431, 431], fsmount: [432, 432], fspick: [433, 433], mount_setattr: [442, 442],
  name_to_handle_at: [303, 264], open_by_handle_at: [304, 265], fanotify_init: [300, 262],
  swapon: [167, 224], swapoff: [168, 225], acct: [163, 89], quotactl: [179, 60], quotactl_fd: [443, 443],
  kexec_load: [246, 104], kexec_file_load: [320, 294], reboot: [169, 142],
  create_module: [174, null], init_module: [175, 105], finit_module: [313, 273], delete_module: [176, 106],
  syslog: [103, 116], settimeofday: [164, 170], clock_settime: [227, 112], clock_adjtime: [305, 266],
  sethostname: [170, 161], setdomainname: [171, 162], vhangup: [153, 58],
  iopl: [172, null], ioperm: [173, null], modify_ldt: [154, null], uselib: [134, null], _sysctl: [156, null], ustat: [136, null], sysfs: [139, null],
  lookup_dcookie: [212, 18], nfsservctl: [180, 42],
} as const satisfies Record<string, readonly [number | null, number | null]>;

export type SystemCall = keyof typeof systemCalls;
