import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kernelGroup, skipReason, startTestKernel } from '../../../test/test-kernel.ts';
import type { LocalKernelSession } from './kernel-session.ts';

describe.skipIf(skipReason)(kernelGroup('code that clears what it has shown'), { timeout: 60_000 }, () => {
  let kernel: LocalKernelSession;
  beforeAll(async () => {
    kernel = await startTestKernel();
  });
  afterAll(() => kernel.shutdown());

  test('[KRN-048] code that clears again and again makes no more work than what it shows in between', async () => {
    const [given, shown]: [string[], string[]] = [[], []];
    let clears = 0;
    await kernel.execute(
      'from IPython.display import clear_output\nfor i in range(2000):\n    clear_output()\n    print(i)',
      {
        onOutput: (batch) => {
          const text = batch.map((output) => ('text' in output ? String(output.text) : '')).join('');
          given.push(text);
          shown.push(text);
        },
        onClear: () => {
          clears += 1;
          shown.length = 0;
        },
      },
    );
    expect(shown.join('')).toBe('1999\n');
    expect(clears).toBeLessThan(given.length + 1);
  });
});
