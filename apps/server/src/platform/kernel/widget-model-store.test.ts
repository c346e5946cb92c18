import { widgetKind, type WholeOutput, type WidgetModels } from '@groma/model';
import { expect, test } from 'vitest';
import type { JupyterMessage } from './jupyter-message.ts';
import { keptOutputs } from './output-collector.ts';
import { WidgetModelStore } from './widget-model-store.ts';

function message(type: string, content: Record<string, unknown>, buffers: Uint8Array[] = []): JupyterMessage {
  return { type, parentId: 'request', contentBytes: JSON.stringify(content).length, content: () => content, buffers };
}

const open = (id: string, state: object): JupyterMessage =>
  message('comm_open', { comm_id: id, target_name: 'jupyter.widget', data: { state } });
const close = (id: string): JupyterMessage => message('comm_close', { comm_id: id });
const frame = (id: string, bytes: number, state: object = {}): JupyterMessage =>
  message('comm_msg', { comm_id: id, data: { method: 'update', state, buffer_paths: [['value']] } }, [
    new Uint8Array(bytes),
  ]);
const change = (id: string, state: object): JupyterMessage =>
  message('comm_msg', { comm_id: id, data: { method: 'update', state, buffer_paths: [] } });
const view = (model: string): WholeOutput => ({ kind: widgetKind, model, state: '{}' });

function modelsIn(output: WholeOutput | undefined): WidgetModels {
  return JSON.parse(output?.kind === widgetKind ? output.state : '{}') as WidgetModels;
}

function statesOf(output: WholeOutput | undefined): Record<string, unknown> {
  return Object.fromEntries(Object.entries(modelsIn(output)).map(([id, { state }]) => [id, state]));
}

test('[NBK-123] a widget that is changed and shown again is told where it was shown before, too', () => {
  const book = new WidgetModelStore();
  book.take(open('s', { value: 1 }));
  book.show(view('s'));
  book.take(change('s', { value: 7 }));
  expect(statesOf(book.show(view('s')))).toEqual({ s: { value: 7 } });
  expect(book.changes().map(statesOf)).toEqual([{ s: { value: 7 } }]);
  expect(book.hasChanges).toBe(false);
});

test('[NBK-123] a widget that shows frame after frame holds only the last one', () => {
  const book = new WidgetModelStore(100_000);
  book.take(open('picture', { format: 'png' }));
  book.show(view('picture'));
  for (let i = 0; i < 100; i++) book.take(frame('picture', 30_000, { count: i }));
  const [told] = book.changes();
  expect(statesOf(told)).toEqual({ picture: { format: 'png', count: 99 } });
  expect(modelsIn(told)['picture']!.buffers).toHaveLength(1);
  expect(book.takeNotice()).toBeNull();
});

test('[NBK-123] what goes beyond the limit is not taken and said once, and closing makes room', () => {
  const book = new WidgetModelStore(10_000);
  book.take(open('text', { value: 'a' }));
  book.show(view('text'));
  for (let i = 0; i < 3; i++) book.take(change('text', { value: 'x'.repeat(20_000) }));
  expect(book.hasChanges).toBe(false);
  expect(book.takeNotice()).toMatch(/further changes of them are not shown/);
  expect(book.takeNotice()).toBeNull();
  for (let i = 0; i < 20; i++) {
    book.take(open(`large ${i}`, { value: 'y'.repeat(8_000) }));
    expect(statesOf(book.show(view(`large ${i}`)))).toMatchObject({ [`large ${i}`]: {} });
    book.take(close(`large ${i}`));
  }
  expect(book.takeNotice()).toBeNull();
});

test('[NBK-123] a closed widget stays while something shown is made of it, and the last change of a closed view is told', () => {
  const book = new WidgetModelStore();
  book.take(open('child', { value: 1 }));
  book.take(open('box', { children: ['IPY_MODEL_child'] }));
  book.show(view('box'));
  book.take(close('child'));
  book.take(change('box', { title: 'it' }));
  book.take(close('box'));
  expect(book.changes().map(statesOf)).toEqual([
    { child: { value: 1 }, box: { children: ['IPY_MODEL_child'], title: 'it' } },
  ]);
  expect(statesOf(book.show(view('box')))).toEqual({});
  expect(statesOf(book.show(view('child')))).toEqual({});
});

test('[NBK-123] a view follows the widgets that it is given later, and no more those that it has lost', () => {
  const book = new WidgetModelStore();
  book.take(open('box', { children: [] }));
  book.show(view('box'));
  for (const id of ['a', 'b']) book.take(open(id, { value: 1 }));
  book.take(change('box', { children: ['IPY_MODEL_a'] }));
  book.changes();
  book.take(change('a', { value: 2 }));
  expect(book.changes().map(statesOf)).toMatchObject([{ a: { value: 2 } }]);
  book.take(change('box', { children: ['IPY_MODEL_b'] }));
  book.changes();
  book.take(change('a', { value: 3 }));
  expect(book.hasChanges).toBe(false);
  book.take(change('b', { value: 4 }));
  expect(book.changes().map(statesOf)).toMatchObject([{ b: { value: 4 } }]);
});

const printed = (text: string): JupyterMessage => message('stream', { name: 'stdout', text });
const shownText = (text: string): JupyterMessage =>
  message('display_data', { data: { 'text/plain': text }, metadata: {} });
const taker = (outputs: unknown): JupyterMessage =>
  open('out', { _model_name: 'OutputModel', msg_id: 'request', outputs });

test('[NBK-123] an Output widget that was given what is no output takes what is written into it', () => {
  const book = new WidgetModelStore();
  book.take(taker([null, 5, 'x']));
  expect(book.capture(printed('a'))).toBe(true);
  expect(book.written().map(({ data }) => data.state.outputs)).toEqual([
    [{ output_type: 'stream', name: 'stdout', text: 'a' }],
  ]);
});

test('[NBK-085] [NBK-123] an Output widget keeps no more outputs than an execution', () => {
  const book = new WidgetModelStore();
  book.take(taker([]));
  for (let i = 0; i < keptOutputs + 5; i++) book.capture(shownText('x'));
  expect(book.written()[0]!.data.state.outputs).toHaveLength(keptOutputs);
});
