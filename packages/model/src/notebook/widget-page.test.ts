import { expect, it } from 'vitest';
import * as Y from 'yjs';
import { createNotebookDocument } from './write-blocks.ts';
import { fromTemplate } from './template.ts';
import { toIpynb } from './to-ipynb.ts';
import { toPage } from './to-page.ts';
import { widgetPage } from './widget-page.ts';

const controls = '@jupyter-widgets/controls';
const models = (entries: Record<string, [name: string, state: object, module?: string]>): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(entries).map(([id, [name, state, module = controls]]) => [
        id,
        { model_name: name, model_module: module, model_module_version: '2.0.0', state },
      ]),
    ),
  );

it('[NBK-123] controls show their values, boxes what is in them, and layouts count', () => {
  const state = models({
    root: [
      'VBoxModel',
      {
        children: [
          'IPY_MODEL_a',
          'IPY_MODEL_b',
          'IPY_MODEL_c',
          'IPY_MODEL_hidden',
          'IPY_MODEL_nobody',
          'IPY_MODEL_root',
        ],
      },
    ],
    a: [
      'FloatSliderModel',
      { value: 2.5, min: 0, max: 10, description: 'depth', readout_format: '.2f', layout: 'IPY_MODEL_l' },
    ],
    b: ['DropdownModel', { _options_labels: ['Paks', '<Baja>'], index: 1 }],
    c: ['DatePickerModel', { value: { year: 2026, month: 0, date: 9 } }],
    l: ['LayoutModel', { width: '50%', height: '1px;position:fixed' }, '@jupyter-widgets/base'],
    hidden: ['LabelModel', { value: 'unseen', layout: 'IPY_MODEL_none' }],
    none: ['LayoutModel', { display: 'none' }, '@jupyter-widgets/base'],
  });
  const { html, unknown } = widgetPage('root', state);
  expect(html).toMatch(/style="width:50%".*depth.*inline-size:25%.*2\.50.*&lt;Baja&gt;.*2026-01-09/s);
  expect(html).not.toMatch(/unseen|position:fixed/);
  expect(unknown).toEqual([]);
});

it('[NBK-185] a widget that brings its own code is named by its class, beside those that nothing draws', () => {
  const state = models({
    root: ['HBoxModel', { children: ['IPY_MODEL_any', 'IPY_MODEL_bare'] }],
    any: ['AnyModel', { _esm: 'export default {}', _anywidget_id: 'pkg.module.Counter' }, 'anywidget'],
    bare: ['AnyModel', {}, 'anywidget'],
  });
  expect(widgetPage('root', state)).toMatchObject({ scripted: ['Counter'], unknown: ['Any'] });
});

it('[NBK-123] a widget of another library is named, and what is no state draws nothing', () => {
  expect(widgetPage('m', models({ m: ['LeafletMapModel', {}, 'jupyter-leaflet'] }))).toMatchObject({
    unknown: ['LeafletMap'],
  });
  for (const state of ['{}', 'no json', 'null', '[]', '{"m":5}', '{"__proto__":{"model_name":"x","state":{}}}'])
    expect(widgetPage('m', state).html).toBe('');
  expect(widgetPage('constructor', '{}').html).toBe('');
  expect(widgetPage('m', models({ m: ['constructor', {}], n: ['toString', {}] })).unknown).toEqual(['constructor']);
});

it('[NBK-123] a Jupyter file holds the models once, and gives them back; a page shows the widget in a frame', () => {
  const state = models({ m: ['LabelModel', { value: 'kept' }], other: ['LabelModel', { value: 'of nobody' }] });
  const file = {
    nbformat: 4,
    nbformat_minor: 4,
    metadata: {
      widgets: {
        'application/vnd.jupyter.widget-state+json': {
          version_major: 2,
          version_minor: 0,
          state: JSON.parse(state) as unknown,
        },
      },
    },
    cells: [
      {
        cell_type: 'code',
        metadata: {},
        source: 'label',
        outputs: [
          {
            output_type: 'display_data',
            metadata: {},
            data: { 'application/vnd.jupyter.widget-view+json': { model_id: 'm' }, 'text/plain': 'Label()' },
          },
        ],
      },
    ],
  };
  const doc = new Y.Doc();
  createNotebookDocument(doc, fromTemplate(file));
  const made = toIpynb(doc, 'Made');
  expect(made.metadata).toMatchObject({
    widgets: { 'application/vnd.jupyter.widget-state+json': { state: { m: (JSON.parse(state) as { m: unknown }).m } } },
  });
  expect(made.cells[0]).toMatchObject({
    outputs: [{ data: { 'application/vnd.jupyter.widget-view+json': { model_id: 'm' }, 'text/plain': 'Label()' } }],
  });
  expect(toPage(doc, 'Made')).toMatch(/<iframe sandbox="allow-scripts"[^>]*kept/);
});
