import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { widgetKind, widgetPage, type WholeOutput } from '@groma/model';
import { kernelGroup, run, skipReason, startTestKernel } from '../../../test/test-kernel.ts';
import type { LocalKernelSession } from './kernel-session.ts';

describe.skipIf(skipReason)(kernelGroup('what code shows again, and later'), { timeout: 60_000 }, () => {
  let kernel: LocalKernelSession;
  beforeAll(async () => {
    kernel = await startTestKernel();
  });
  afterAll(() => kernel.shutdown());

  /** What was told in the end: an update takes the place of what has its name. */
  const told = async (code: string): Promise<WholeOutput[]> => {
    const shown: WholeOutput[] = [];
    await kernel.execute(code, {
      onOutput: (batch) => {
        for (const { isUpdate, ...output } of batch) {
          const at = isUpdate ? shown.findIndex(({ display }) => display === output.display) : shown.length;
          if (at >= 0) shown[at] = output;
        }
      },
      onClear: () => {
        shown.length = 0;
      },
    });
    return shown;
  };
  const drawn = ({ ...output }: WholeOutput | undefined = { kind: 'text', text: '' }): string =>
    output.kind === widgetKind ? widgetPage(output.model, output.state).html : '';

  test('[NBK-122] a display that is updated is shown once, in its place', async () => {
    const outputs = await told('shown = display("first", display_id="it"); print("between"); shown.update("second")');
    expect(outputs).toMatchObject([
      { kind: 'text/plain', text: "'second'", display: 'it' },
      { kind: 'text', text: 'between\n' },
    ]);
    expect(await told('from IPython.display import update_display; update_display("x", display_id="nobody")')).toEqual(
      [],
    );
  });

  test('[NBK-123] a widget is told with its models as they are after the run, also what was changed by a later block', async () => {
    const [slider] = await told(
      'import ipywidgets as w\nbox = w.VBox([w.IntSlider(value=3, description="depth"), w.Image(value=b"\\x89PNG", format="png")])\ndisplay(box)\nbox.children[0].value = 41',
    );
    expect(drawn(slider)).toMatch(/depth.*41/s);
    expect(drawn(slider)).toContain(`data:image/png;base64,${Buffer.from('\x89PNG', 'latin1').toString('base64')}`);
    const updates: WholeOutput[] = [];
    await kernel.execute('box.children[0].value = 7', {
      onOutput: (batch) => {
        updates.push(...batch);
      },
    });
    expect(updates).toMatchObject([{ kind: widgetKind, display: slider!.display, isUpdate: true }]);
    expect(drawn(updates[0])).toMatch(/depth.*>7</s);
  });

  test('[NBK-123] what is written into an Output widget stands in it, and not below', async () => {
    const outputs = await told(
      'out = w.Output()\ndisplay(out)\nwith out:\n    print("inside")\n    display({"text/html": "<b>bold</b>"}, raw=True)\nprint("below")',
    );
    expect(outputs.map(({ kind }) => kind)).toEqual([widgetKind, 'text']);
    expect(drawn(outputs[0])).toMatch(/inside.*<b>bold<\/b>/s);
    // As in Jupyter, the code knows of it once its block has ended.
    expect(
      (await run(kernel, 'print([each.get("text") or each["data"]["text/html"] for each in out.outputs])')).text,
    ).toBe("['inside\\n', '<b>bold</b>']\n");
    const [interact] = await told('w.interact(lambda x: print("x is", x), x=(0, 10));');
    expect(drawn(interact)).toMatch(/x is 5/);
  });

  test('[KRN-058] what a thread prints after the end of its block goes to that block', async () => {
    const late: string[] = [];
    const sink = {
      onOutput: (batch: WholeOutput[]) => {
        late.push(...batch.map((output) => ('text' in output ? (output.text ?? '') : '')));
      },
    };
    await kernel.execute(
      'import threading\ngo = threading.Event()\nthreading.Thread(target=lambda: (go.wait(), print("late"))).start()\nprint("first")',
      sink,
    );
    expect(late.join('')).toBe('first\n');
    expect((await run(kernel, 'go.set()\nprint("second")')).text).toBe('second\n');
    await expect.poll(() => late.join(''), { timeout: 15_000 }).toBe('first\nlate\n');
  });
});
