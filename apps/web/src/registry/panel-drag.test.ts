import { expect, test } from 'vitest';
import { carriesPanel, putPanel, takePanel } from './panel-drag.ts';

/** As much of the browser's drag data as panels need; Node has none. */
function dragData(): DataTransfer {
  const kept = new Map<string, string>();
  return {
    get types() {
      return [...kept.keys()];
    },
    setData: (kind: string, text: string) => {
      kept.set(kind, text);
    },
    getData: (kind: string) => kept.get(kind) ?? '',
  } as unknown as DataTransfer;
}

const panel = { kind: 'map', id: 'map:1', title: 'Low flow', params: { mapId: '1' } };

test('[SHL-058] [SHL-101] a dragged panel travels as groma/panel of the type dockview-panel, and comes out as it went in', () => {
  const data = dragData();
  putPanel(data, panel);
  expect(JSON.parse(data.getData('groma/panel'))).toEqual({ type: 'dockview-panel', ...panel });
  expect(carriesPanel(data)).toBe(true);
  expect(takePanel(data)).toEqual({ type: 'dockview-panel', ...panel });
});

test('[SHL-058] a drag of something else, or one that lies, gives no panel', () => {
  for (const lie of [
    '',
    'null',
    '7',
    '{"type":"dockview-panel","id":7}',
    '{"type":"other","id":"a","kind":"map","title":"t"}',
  ]) {
    const data = dragData();
    if (lie !== '') data.setData('groma/panel', lie);
    expect(takePanel(data)).toBeNull();
  }
  expect(carriesPanel(dragData())).toBe(false);
});
