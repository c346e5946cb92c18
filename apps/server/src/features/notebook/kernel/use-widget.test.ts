import { beforeAll, describe, expect, test } from 'vitest';
import { newId, widgetKind, type CodeCell, type WidgetEvent } from '@groma/model';
import { machine, notebook, type WidgetsTold, type WidgetUseBody } from '@groma/protocol';
import { kernelGroup, skipReason } from '../../../../test/test-kernel.ts';
import { TestNotebooks } from '../../../../test/test-notebooks.ts';
import type { Person } from '../../../../test/test-server.ts';

let notebooks: TestNotebooks;
let owner: Person;
let projectId: string;

TestNotebooks.ofFile((started) => {
  ({ owner, projectId } = notebooks = started);
});

const observed = `import ipywidgets as w
slider, label = w.IntSlider(max=10), w.Label()
def tell(change):
    if change.new == 9:
        slider.value = 3
    label.value = f"is {slider.value}"
    print("told", change.new)
slider.observe(tell, "value")
w.VBox([slider, label, w.FileUpload()])`;
const interacted = 'w.interact(lambda x: x * 100, x=(0, 10))';

describe.skipIf(skipReason)(kernelGroup('live widgets'), { timeout: 60_000 }, () => {
  beforeAll(() => notebooks.startMachine());

  const shownIn = ({ outputs }: CodeCell) => {
    const view = outputs.find((output) => output.kind === widgetKind);
    if (!view) throw new Error('No widget is shown.');
    return view;
  };

  test('[KRN-109, KRN-110, KRN-111, KRN-112, KRN-113, NBK-177, NBK-179, NBK-182] what one does with a widget reaches the code, and what the code does all who look on; what they saw is kept', async () => {
    const { id, runAll, until, cell, text, post } = await notebooks.open(observed, interacted);
    const viewer = await notebooks.server.signUp();
    await notebooks.server.share(owner, projectId, viewer, 'PROJECT_VIEWER');
    const seen: WidgetEvent[] = [];
    (await notebooks.watch(viewer, id)).onText((message) => {
      const told = JSON.parse(message) as WidgetsTold;
      if (told.type === 'Widgets_Told') seen.push(...told.events!);
    });
    await runAll();
    const box = shownIn(await until(0, { status: 'completed' }));
    const shownBox = shownIn(await until(1, { status: 'completed' }));

    const read = async (model: string, person = viewer) =>
      (await person.client.call(notebook.readWidget, { params: { notebookId: id, projectId, modelId: model } })).data;
    const send = async (model: string, body: Omit<WidgetUseBody, 'message'>, person = owner) =>
      (
        await person.client.call(notebook.useWidget, {
          params: { notebookId: id, projectId, modelId: model },
          body: { message: newId<'message'>(), ...body },
        })
      ).data.state;
    const reading = await read(box.model);
    if (reading.state !== 'live') throw new Error('The widget is not live.');
    const { kernel } = reading;
    const named = (name: string, models = reading.models) =>
      Object.entries(models).find(([, model]) => model.model_name === name)![0];
    const [slider, label, upload] = ['IntSliderModel', 'LabelModel', 'FileUploadModel'].map((name) => named(name));
    const set = (model: string, state: Record<string, unknown>) =>
      send(model, { kernel, data: { method: 'update', state } });
    const lastOf = (model: string, name: string): unknown =>
      seen.findLast((event) => event.kind === 'update' && event.model === model && name in event.state);

    // The code hears of it, and others of both; what the code corrects comes last.
    expect(await set(slider!, { value: 7 })).toBe('live');
    await expect.poll(() => lastOf(label!, 'value')).toMatchObject({ state: { value: 'is 7' } });
    expect(lastOf(slider!, 'value')).toMatchObject({ state: { value: 7 }, answers: expect.any(String) as string });
    await set(slider!, { value: 9 });
    await expect.poll(() => lastOf(label!, 'value')).toMatchObject({ state: { value: 'is 3' } });
    expect(lastOf(slider!, 'value')).toMatchObject({ state: { value: 3 } });
    // What it prints is added to its block, and the notebook keeps what was seen.
    await expect.poll(() => text(0)).toContain('told 9');
    await expect.poll(() => shownIn(cell(0)).state).toContain('"is 3"');

    // Bytes go along, and a file that the kernel does not tell again is told to all.
    const [content, value] = ['bytes', [{ name: 'a.txt', type: '', size: 5, last_modified: 0 }]] as const;
    await send(upload!, {
      kernel,
      data: { method: 'update', state: { value }, buffer_paths: [['value', 0, 'content']] },
      buffers: [Buffer.from(content).toString('base64')],
    });
    await expect.poll(() => lastOf(upload!, 'value')).toMatchObject({ buffers: [{ path: ['value', 0, 'content'] }] });

    // interact() draws its result anew.
    const parts = await read(shownBox.model);
    if (parts.state !== 'live') throw new Error('The widget is not live.');
    const output = named('OutputModel', parts.models);
    await set(named('IntSliderModel', parts.models), { value: 8 });
    await expect
      .poll(() => lastOf(output, 'outputs'))
      .toMatchObject({ state: { outputs: [{ data: { 'text/plain': ['800'] } }] } });

    await expect(
      send(slider!, { kernel, data: { method: 'update', state: { value: 1 } } }, viewer),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    // A message to what is gone is refused, and nothing is shown as live.
    expect(await set('none', { value: 1 })).toBe('lost');
    await post({ type: 'Restart_Kernel' });
    expect(await set(slider!, { value: 1 })).toBe('lost');
    expect(await read(box.model)).toEqual({ state: 'lost' });

    // What was done right before its kernel is ended is kept as well.
    await runAll();
    const isAnew = ({ status, outputs }: CodeCell, before: string) =>
      status === 'completed' && outputs.some((each) => each.kind === widgetKind && each.model !== before);
    await expect.poll(() => isAnew(cell(0), box.model) && isAnew(cell(1), shownBox.model)).toBe(true);
    const last = await read(shownIn(cell(0)).model);
    if (last.state !== 'live') throw new Error('The widget is not live.');
    const [moved, told] = ['IntSliderModel', 'LabelModel'].map((name) => named(name, last.models));
    await send(moved!, { kernel: last.kernel, data: { method: 'update', state: { value: 6 } } });
    await expect.poll(() => lastOf(told!, 'value')).toMatchObject({ state: { value: 'is 6' } });
    await owner.client.call(machine.stopKernel, { params: { projectId, notebookId: id, language: 'python' } });
    await expect.poll(() => shownIn(cell(0)).state).toContain('"is 6"');
  });
});
