import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kernelGroup, run, skipReason, startTestKernel } from '../../../test/test-kernel.ts';
import type { LocalKernelSession } from './kernel-session.ts';

describe.skipIf(skipReason)(kernelGroup('threads that code starts'), { timeout: 60_000 }, () => {
  let kernel: LocalKernelSession;
  beforeAll(async () => {
    kernel = await startTestKernel();
  });
  afterAll(() => kernel.shutdown());

  test.each([
    ['that keeps its block plainly', '{}'],
    ['whose block cannot be set', 'Broken()'],
  ])('[KRN-058] a thread starts beside an outlet %s', async (_title, header) => {
    const { text } = await run(
      kernel,
      `
import sys, threading
class Broken:
    def set(self, parent):
        raise RuntimeError("no")
class Outlet:
    _parent_header = ${header}
    parent_header = {}
    def write(self, text):
        pass
    def flush(self):
        pass
kept, sys.stderr = sys.stderr, Outlet()
try:
    thread = threading.Thread(target=print, args=("begun",))
    thread.start()
    thread.join()
finally:
    sys.stderr = kept
`,
    );
    expect(text).toBe('begun\n');
  });
});
