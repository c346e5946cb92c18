import { expect, test } from 'vitest';
import { noUse, type KernelUse } from './kernel-use.ts';
import { KernelWatch, type WatchedKernel } from './kernel-watch.ts';

const megabyte = 1024 ** 2;

/** A kernel that uses what it is told to, and counts how often it is looked at. */
class ProjectAccess implements WatchedKernel {
  readonly machine: string;
  readonly memoryBytes = 1_000 * megabyte;
  readonly exact: number;
  use: KernelUse;
  looks = 0;
  reason: string | null = null;
  onEnd: () => void = () => undefined;

  constructor(machine: string, residentMb: number, { exactMb = residentMb, temporaryMb = 0 } = {}) {
    this.machine = machine;
    this.exact = (exactMb + temporaryMb) * megabyte;
    this.use = { ...noUse, processes: 3, residentBytes: residentMb * megabyte, temporaryBytes: temporaryMb * megabyte };
  }

  async look(): Promise<KernelUse> {
    this.looks += 1;
    return { ...this.use };
  }

  async exactMemory(): Promise<number> {
    return this.exact;
  }

  end(reason: string): void {
    this.reason ??= reason;
    this.onEnd();
  }
}

const ended = (kernel: ProjectAccess): Promise<void> =>
  new Promise((resolve) => {
    kernel.onEnd = resolve;
  });

test('[KRN-063] the largest of a machine is ended once all of it together have more than it has, with the files in memory', async () => {
  const watch = new KernelWatch();
  const [small, large, elsewhere] = [
    new ProjectAccess('one', 300),
    new ProjectAccess('one', 400, { temporaryMb: 350 }),
    new ProjectAccess('two', 900),
  ];
  const all = [small, large, elsewhere];
  for (const kernel of all) watch.add(kernel);
  await ended(large);
  for (const kernel of all) watch.remove(kernel);
  expect(large.reason).toBe(
    'died: out of memory, the notebooks of its machine together used more than the 1000 MB it has, and this one 750.0 MB; 350.0 MB of it are files in memory, such as those in /tmp and /dev/shm',
  );
  expect([small.reason, elsewhere.reason]).toEqual([null, null]);
});

test('[KRN-063] pages that processes share count once', async () => {
  const watch = new KernelWatch();
  const [one, other] = [
    new ProjectAccess('one', 600, { exactMb: 400 }),
    new ProjectAccess('one', 600, { exactMb: 400 }),
  ];
  watch.add(one);
  watch.add(other);
  await expect.poll(() => one.looks + other.looks).toBeGreaterThan(3);
  for (const kernel of [one, other]) watch.remove(kernel);
  expect([one.reason, other.reason]).toEqual([null, null]);
});
