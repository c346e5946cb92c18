import type { WidgetReading, WidgetsTold } from '@groma/protocol';
import { expect, test } from 'vitest';
import { readWidgetMessage, type ToWidgetFrame } from './frame-message.ts';
import { WidgetSession } from './widget-session.ts';

const model = { model_name: 'IntSliderModel', model_module: '', model_module_version: '', state: { value: 1 } };
const live = (sequence: number): WidgetReading => ({ state: 'live', kernel: 'k.1', sequence, models: { root: model } });
const told = (sequence: number, value: number | null, kernel = 'k.1'): WidgetsTold => ({
  type: 'Widgets_Told',
  kernel,
  sequence,
  events: value === null ? null : [{ kind: 'update', model: 'root', state: { value }, buffers: [] }],
});
const send = (message: string, bytes = 8) => ({
  message,
  model: 'root',
  data: { method: 'update' as const, state: { value: 1 } },
  buffers: ['A'.repeat(bytes)],
});
/** Lets what has been answered be taken. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

function start(answers: WidgetReading[]) {
  const seen: string[] = [];
  const waiting: (() => void)[] = [];
  const session = new WidgetSession('root', {
    read: async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return answers.shift()!;
    },
    use: (_model, { message }) => {
      seen.push(`used ${message}`);
      return Promise.resolve(message === 'late' ? 'lost' : 'live');
    },
    onState: (state) => seen.push(state),
    onTrouble: (trouble) => trouble && seen.push(trouble.kind),
  });
  const tell = (message: ToWidgetFrame) => {
    if (message.type === 'groma-widget-models') seen.push('models');
    if (message.type === 'groma-widget-events')
      seen.push(
        message.events.map((event) => (event.kind === 'update' ? String(event.state['value']) : event.kind)).join(),
      );
  };
  const answer = async () => {
    waiting.shift()!();
    await settle();
  };
  return { session, seen, tell, answer, waiting };
}

test('[NBK-183] batches follow the models that were read, those that came early too, and a missed one has them read anew', async () => {
  const { session, seen, tell, answer, waiting } = start([live(4), live(9)]);
  void session.read();
  for (const batch of [told(4, 40), told(5, 50), told(1, 10, 'other.1')]) session.hear(batch);
  await answer();
  session.connect(tell);
  session.hear(told(6, 60));
  expect(seen).toEqual(['live', 'models', '50', '60']);
  session.hear(told(8, 80));
  session.hear(told(10, 100));
  await answer();
  expect(seen.slice(4)).toEqual(['models', 'live', '100']);
  // A kernel tells more than it tells pages.
  session.hear(told(11, null));
  expect(waiting).toHaveLength(1);
});

test('[NBK-180, NBK-184] what is too large is not sent, and a widget of a kernel that is gone is lost', async () => {
  const { session, seen, tell, answer } = start([live(1), live(1), { state: 'lost' }]);
  void session.read();
  await answer();
  session.connect(tell);
  void session.send(send('large', 12_000_000));
  await answer();
  expect(seen).toEqual(['live', 'models', 'too-large', 'models', 'live']);
  await session.send(send('small'));
  void session.send(send('late'));
  await settle();
  await answer();
  expect(seen.slice(5)).toEqual(['used small', 'used late', 'lost']);
});

test('[NBK-181, NBK-186] of what a frame says only messages of a widget are read', () => {
  const sent = { type: 'groma-widget-send', ...send('m') };
  expect(readWidgetMessage(sent)).toEqual(sent);
  const asked = { type: 'groma-widget-unreached', host: 'cdn.example.org' };
  expect(readWidgetMessage(asked)).toEqual(asked);
  for (const other of [
    null,
    { ...asked, host: 'call this number: 1' },
    'groma-widget-send',
    { type: 'groma-output-height', height: 1 },
    { ...sent, buffers: [7] },
    { ...sent, data: null },
    { type: 'groma-widget-want' },
  ])
    expect(readWidgetMessage(other)).toBeNull();
});
