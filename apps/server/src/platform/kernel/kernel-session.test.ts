import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalKernelSession } from './kernel-session.ts';
import { kernelGroup, run, skipReason, startTestKernel } from '../../../test/test-kernel.ts';

describe.skipIf(skipReason)(kernelGroup('a kernel'), () => {
  let kernel: LocalKernelSession;
  beforeAll(async () => {
    kernel = await startTestKernel();
  });
  afterAll(() => kernel?.shutdown());

  it('[KRN-002] runs code, keeps its variables and counts executions', async () => {
    const first = await run(kernel, 'x = 20');
    const second = await run(kernel, 'x + 22');
    expect(first).toMatchObject({ status: 'ok', outputs: [] });
    expect(second.outputs).toEqual([{ kind: 'text/plain', text: '42' }]);
    expect(second.executionCount).toBe((first.executionCount ?? 0) + 1);
    expect(kernel.status).toBe('idle');
  });

  it('[NBK-066] gives printed text, errors of print, values and tracebacks as their kinds, in order', async () => {
    const { outputs, status } = await run(
      kernel,
      'import sys\nprint("out")\nprint("err", file=sys.stderr)\nprint("again")\nint("seven")',
    );
    expect(status).toBe('error');
    expect(outputs.map((output) => output.kind)).toEqual(['text', 'stderr', 'text', 'traceback']);
    expect(outputs[0]).toEqual({ kind: 'text', text: 'out\n' });
    expect(outputs[3]).toMatchObject({
      name: 'ValueError',
      message: "invalid literal for int() with base 10: 'seven'",
    });
  });

  it('[NBK-066] gives plots as png and tables as html with a text form', async () => {
    const plot = await run(kernel, 'import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.show()');
    expect(plot.outputs.map((output) => output.kind)).toEqual(['image/png']);
    const [picture] = plot.outputs;
    const bytes = Buffer.from(picture?.kind === 'image/png' ? picture.data : '', 'base64');
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    const table = await run(kernel, 'import pandas as pd\npd.DataFrame({"city": ["Roma"]})');
    expect(table.outputs).toEqual([
      {
        kind: 'text/html',
        html: expect.stringContaining('<td>Roma</td>'),
        text: expect.stringContaining('Roma'),
        // That it is a result, and no display, is said in a Jupyter file.
        bundle: expect.stringContaining('execute_result'),
        frame: { id: expect.any(String), rows: 1, columns: 1 },
      },
    ]);
  });

  it('[NBK-088] shows a figure of Plotly with all that it needs, since its page can reach no server', async () => {
    const { outputs } = await run(
      kernel,
      'import importlib.util\nif importlib.util.find_spec("plotly"):\n    import plotly.graph_objects as go\n    display(go.Figure(data=go.Bar(y=[2, 3, 1])))\nelse:\n    print("none")',
    );
    // The environment of a machine without PyPI has no Plotly.
    if (outputs[0]?.kind === 'text') return;
    expect(outputs.map(({ kind }) => kind)).toEqual(['text/html']);
    const { html } = outputs[0] as { html: string };
    expect([html.length > 3_000_000, html.includes('Plotly.newPlot')]).toEqual([true, true]);
  });

  it('[NBK-139] text with half a character in it arrives, and so does what comes after', async () => {
    const { outputs, status } = await run(kernel, 'print("a\\ud800b")\nprint("c")\nraise ValueError("\\udfff")');
    expect([status, outputs[0]]).toEqual(['error', { kind: 'text', text: expect.stringMatching(/^a.b\nc\n$/su) }]);
    expect(outputs[1]).toMatchObject({ kind: 'traceback', name: 'ValueError' });
  });

  it('[NBK-139] text printed before and after a picture stays before and after it', async () => {
    const code =
      'from IPython.display import display, HTML\nfor i in range(50):\n    print(i)\n    display(HTML(f"<b>{i}</b>"))';
    const { outputs } = await run(kernel, code);
    const seen = outputs.map((output) =>
      output.kind === 'text/html' ? output.html.replaceAll(/\D/g, '') : 'text' in output ? output.text?.trim() : '',
    );
    expect(seen).toEqual(Array.from({ length: 50 }, (_, index) => [String(index), String(index)]).flat());
  });

  it('[NBK-139] a cleared output disappears, at once or when the next one comes', async () => {
    const { outputs } = await run(
      kernel,
      'from IPython.display import clear_output\nprint("old", flush=True)\nclear_output(wait=True)\nprint("new")',
    );
    expect(outputs).toEqual([{ kind: 'text', text: 'new\n' }]);
  });

  it('[KRN-050] runs what is asked at once one after another, in order', async () => {
    const order: string[] = [];
    await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        await run(kernel, `import time; time.sleep(0.02); ${name} = 1`);
        order.push(name);
      }),
    );
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('[KRN-042] stops an endless loop and goes on with its variables', async () => {
    await run(kernel, 'kept = 7');
    const stopped = await run(kernel, 'while True: pass', AbortSignal.timeout(200));
    expect(stopped.status).toBe('aborted');
    expect(stopped.outputs.at(-1)).toMatchObject({ kind: 'traceback', name: 'KeyboardInterrupt' });
    expect((await run(kernel, 'kept')).text).toBe('7');
  });

  it('[KRN-042] stops a program that the code waits for', async () => {
    const began = Date.now();
    const stopped = await run(kernel, 'import subprocess; subprocess.run(["sleep", "100"])', AbortSignal.timeout(200));
    expect(stopped.status).toBe('aborted');
    expect(Date.now() - began).toBeLessThan(4_000);
  });

  it('[KRN-042] code that is stopped before its turn never runs', async () => {
    const stop = new AbortController();
    const slow = run(kernel, 'import time; time.sleep(0.2); ran = False');
    const queued = run(kernel, 'ran = True', stop.signal);
    stop.abort();
    expect((await queued).status).toBe('aborted');
    await slow;
    expect((await run(kernel, 'ran')).text).toBe('False');
  });

  it('[KRN-002] two kernels run at once and know nothing of each other', async () => {
    const other = await startTestKernel();
    try {
      await run(kernel, 'mine = 1');
      const began = Date.now();
      const [, theirs] = await Promise.all([
        run(kernel, 'import time; time.sleep(1)'),
        run(other, 'import time; time.sleep(1); print("mine" in globals())'),
      ]);
      expect(theirs.text).toBe('False\n');
      expect(Date.now() - began).toBeLessThan(1_900);
    } finally {
      await other.shutdown();
    }
  });

  it('[KRN-087] input() is refused where nobody can answer, instead of waiting for ever', async () => {
    expect((await run(kernel, 'input("name?")')).outputs.at(-1)).toMatchObject({
      kind: 'traceback',
      name: 'StdinNotImplementedError',
      message: expect.stringContaining('Insert a text input block') as string,
    });
  });
});

describe.skipIf(skipReason)(kernelGroup('a kernel that dies'), () => {
  it.each([
    ['import os, time; print("last words", flush=True); time.sleep(0.5); os._exit(3)', 'died: ended with exit code 3'],
    [
      'import os, time; print("last words", flush=True); time.sleep(0.5); os.kill(os.getpid(), 9)',
      'died: ended by signal SIGKILL',
    ],
    [
      'import ctypes, time; print("last words", flush=True); time.sleep(0.5); ctypes.string_at(0)',
      'died: ended by signal SIGSEGV',
    ],
  ])('[NBK-140] says so in the output within 2 s, and starts again: %s', async (code, reason) => {
    const kernel = await startTestKernel();
    const reasons: string[] = [];
    kernel.onDeath((told) => reasons.push(told));
    const began = Date.now();
    const result = await run(kernel, code);
    expect(Date.now() - began).toBeLessThan(2_000);
    expect(result.status).toBe('dead');
    expect(result.outputs).toEqual([
      { kind: 'text', text: 'last words\n' },
      { kind: 'stderr', text: expect.stringContaining(`The kernel ${reason}.`) },
    ]);
    expect(reasons).toEqual([reason]);
    expect(kernel.status).toBe('dead');
    expect((await run(kernel, '1')).status).toBe('dead');
    await kernel.restart();
    expect((await run(kernel, '1')).text).toBe('1');
    expect(kernel.epoch).toBe(2);
    await kernel.shutdown();
  });

  it('[KRN-061] code that does not heed an interrupt goes on to its end, and keeps its variables', async () => {
    const kernel = await startTestKernel();
    const code =
      'import time\nend = time.monotonic() + 7\nwhile time.monotonic() < end:\n    try:\n        time.sleep(9)\n    except KeyboardInterrupt:\n        heard = True\nprint("done")';
    expect(await run(kernel, code, AbortSignal.timeout(100))).toMatchObject({ status: 'ok', text: 'done\n' });
    expect((await run(kernel, 'heard')).text).toBe('True');
    await kernel.shutdown();
  });

  it('[KRN-011] a restart and a shutdown end what runs, without calling it a death', async () => {
    const kernel = await startTestKernel();
    const deaths: string[] = [];
    kernel.onDeath((reason) => deaths.push(reason));
    const lost = run(kernel, 'while True: pass');
    await expect.poll(() => kernel.status).toBe('busy');
    await kernel.restart();
    expect(await lost).toMatchObject({ status: 'dead', text: expect.stringContaining('The kernel was restarted.') });
    const cut = run(kernel, 'while True: pass');
    await expect.poll(() => kernel.status).toBe('busy');
    await kernel.shutdown();
    expect(await cut).toMatchObject({ status: 'dead', text: expect.stringContaining('The kernel was shut down.') });
    expect(deaths).toEqual([]);
    expect(kernel.status).toBe('dead');
  });
});
