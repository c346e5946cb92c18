import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WholeOutput } from '@groma/model';
import { kernelGroup, run, skipReason, startTestKernel } from '../../../test/test-kernel.ts';
import type { LocalKernelSession } from './kernel-session.ts';

type Input = Extract<WholeOutput, { kind: 'input' }>;

describe.skipIf(skipReason)(kernelGroup('what code asks people'), { timeout: 60_000 }, () => {
  let kernel: LocalKernelSession;
  beforeAll(async () => {
    kernel = await startTestKernel();
  });
  afterAll(() => kernel.shutdown());

  /**
   * Runs code and answers what it asks, in order, or stops it where no answer is left; what has been told in the end.
   */
  async function answered(code: string, answers: string[]) {
    const aborter = new AbortController();
    const shown: WholeOutput[] = [];
    const asked: Input[] = [];
    const result = await kernel.execute(code, {
      takesInput: true,
      signal: aborter.signal,
      onOutput: (batch) => {
        for (const { isUpdate, ...output } of batch) {
          const at = isUpdate ? shown.findIndex(({ display }) => display === output.display) : shown.length;
          if (at >= 0) shown[at] = output;
          if (output.kind !== 'input') continue;
          asked.push(output);
          const answer = answers.shift();
          if (answer === undefined) aborter.abort();
          else void kernel.answer(output.display!, answer);
        }
      },
    });
    return { ...result, asked, text: shown.map((each) => ('text' in each ? each.text : `<${each.kind}>`)).join('') };
  }

  test('[KRN-086] input() waits for a line, which stands with its prompt among what is printed', async () => {
    const { text, asked } = await answered(
      'print("before"); name = input("Who?\\nName: "); age = int(input()); print("hello", name, age + 1)',
      ['Ada ✓', '36'],
    );
    expect(text).toBe('before\nWho?\nName: Ada ✓\n36\nhello Ada ✓ 37\n');
    expect(asked).toMatchObject([
      { prompt: 'Name: ', isPassword: false },
      { prompt: '', isPassword: false },
    ]);
  });

  test('[KRN-086] what getpass() is given is in no output', async () => {
    const { text, asked } = await answered('import getpass\nsecret = getpass.getpass("Key: ")', ['s3cret']);
    expect(text).toBe('Key: ········\n');
    expect(asked).toMatchObject([{ prompt: 'Key: ', isPassword: true }]);
    expect((await run(kernel, 'print(secret)')).text).toBe('s3cret\n');
  });

  test('[KRN-086] the debugger is led by lines', async () => {
    await run(kernel, 'def divide(a, b):\n    return a / b\ndivide(41, 0)');
    const { text, status } = await answered('%debug', ['p a + 1', 'u', 'q']);
    expect(text).toMatch(/ipdb> p a \+ 1\n42\n/);
    expect(status).toBe('ok');
  });

  test('[KRN-087] a stop ends the wait, an answer that comes late is not taken, and the next code runs', async () => {
    const { status, asked, text } = await answered('input("Go on? ")', []);
    expect(status).toBe('aborted');
    expect(text).toContain('KeyboardInterrupt');
    expect(await kernel.answer(asked[0]!.display!, 'yes')).toBe(false);
    expect((await answered('print(input("Again? "))', ['no'])).text).toBe('Again? no\nno\n');
  });

  test('[KRN-087] a question is answered once, and only the one that is asked', async () => {
    const taken: boolean[] = [];
    await kernel.execute('first = input("1 ")', {
      takesInput: true,
      onOutput: async (batch) => {
        for (const each of batch)
          if (each.kind === 'input')
            taken.push(
              await kernel.answer('another', 'x'),
              await kernel.answer(each.display!, 'one'),
              await kernel.answer(each.display!, 'two'),
            );
      },
    });
    expect(taken).toEqual([false, true, false]);
    expect((await run(kernel, 'print(first)')).text).toBe('one\n');
  });
});
