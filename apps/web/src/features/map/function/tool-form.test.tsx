import { completeVectorStyle, TOOLS } from '@groma/model';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  answer,
  madeLayer,
  mapOf,
  prepareTools,
  run,
  select,
  show,
  type Kind,
} from '../../../../test/tool-form-cases.tsx';
import { queryClient } from '../../../platform/api.ts';
import { sessionStore, type Project } from '../../../platform/session.ts';
import { lendPicture } from '../view/open-pictures.ts';
import { keepDraft } from './tool-shelf.ts';

prepareTools();

test('[GEO-006, GEO-042] the form of a tool shows its fields with their defaults, remembers what is set, and resets it', () => {
  const { session } = mapOf({ line: 2 });
  const { unmount } = show(session, 'buffer');
  const radius = () => screen.getByLabelText<HTMLInputElement>('Radius');
  expect(radius().value).toBe('10');
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Unit' }).value).toBe('Kilometres');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Each feature by itself' }).checked).toBe(true);
  fireEvent.change(radius(), { target: { value: '25' } });
  unmount();
  show(session, 'buffer');
  expect(radius().value).toBe('25');
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(radius().value).toBe('10');
  fireEvent.change(radius(), { target: { value: '' } });
  expect(screen.getByText('Enter a number')).toBeTruthy();
  expect(run().disabled).toBe(true);
});

test('[SHL-133] what is no number keeps a tool from running, and the form says where', () => {
  const { session } = mapOf({ line: 2 });
  show(session, 'buffer');
  const radius = screen.getByLabelText<HTMLInputElement>('Radius');
  for (const text of ['1.000,5', 'ten', '']) {
    fireEvent.change(radius, { target: { value: text } });
    expect([radius.value, run().disabled]).toEqual([text, true]);
    expect(screen.getByText('Check the field “Radius”.')).toBeTruthy();
  }
  expect(screen.queryByText('“ten” is not a number.')).toBeNull();
  fireEvent.change(radius, { target: { value: '1e3' } });
  expect([run().disabled, screen.queryByText(/Check the field/)]).toEqual([false, null]);
  fireEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(radius.value).toBe('10');
});

test('[VEC-026] an expression that is none says how a column is written', () => {
  const { session } = mapOf({ line: 2 });
  show(session, 'select_by_expression');
  const refused = (text: string): [string, boolean] => {
    fireEvent.change(screen.getByLabelText('Expression'), { target: { value: text } });
    return [document.querySelector('.function-problem')?.textContent ?? '', run().disabled];
  };
  expect(refused("Crop = 'rye'")).toEqual(['Write $crop for the values of the column “crop”.', true]);
  expect(refused("'crop' = 'rye'")).toEqual([
    'This is the same for every feature, as it uses no column. A column is written $crop.',
    true,
  ]);
  expect(refused('$crop = "rye"')[0]).toBe("There is no column “rye”. Text goes in single quotes: 'rye'");
  expect(refused('"crop" = \'rye\'')).toEqual(['', false]);
});

test('[VEC-076] a tool says that it takes what the filter of its layer hides, unless it takes a selection', () => {
  const styles = { l: completeVectorStyle({ filter: [{ column: 'crop', operator: 'isNull' }] }) };
  const { session, store } = mapOf({ line: 2 }, { styles });
  show(session, 'buffer');
  expect(screen.getByText(/filter does not apply/)).toBeTruthy();
  act(() => store.setState(select(1)));
  expect(screen.queryByText(/filter does not apply/)).toBeNull();
});

test('[GEO-006] every tool has a form', () => {
  const { session } = mapOf({ polygon: 2 });
  for (const { id, name, fields } of TOOLS) {
    const { unmount } = show(session, id);
    expect(screen.getByRole('heading', { name })).toBeTruthy();
    for (const field of fields) expect(screen.queryByText(`tool.field.${field.name}`)).toBeNull();
    unmount();
  }
});

const refusals: [tool: string, counts: Partial<Record<Kind, number>>, fids: number[], problem: string][] = [
  ['buffer', {}, [], 'Select at least 1 feature'],
  ['intersect_polygons', { polygon: 3 }, [], 'Select exactly 2 features for intersection'],
  ['subtract_polygons', { polygon: 3 }, [1], 'Select exactly 2 features for difference'],
  ['combine_polygons', { polygon: 3 }, [1, 2, 3], 'Select exactly 2 features for union'],
  ['smooth_polygons', { line: 3 }, [], 'Requires polygon features'],
  ['k_means_clusters', { point: 1 }, [], 'Select at least 2 features'],
  ['voronoi', { point: 5 }, [1, 2], 'Select at least 3 features'],
  ['dbscan_clusters', { polygon: 4 }, [], 'Requires point features'],
  ['clip_polygons', { polygon: 4 }, [], 'Clip operation requires a clipping layer ID'],
  ['dissolve_by_attribute', { polygon: 4 }, [], 'Dissolve operation requires an attribute key'],
];

test.each(refusals)(
  '[GEO-052, GEO-054, GEO-055, GEO-057, GEO-058, GEO-059, GEO-060, GEO-061, GEO-062, GEO-063, GEO-065] %s says what keeps it from running',
  (tool, counts, fids, problem) => {
    const { session } = mapOf(counts, select(...fids));
    show(session, tool);
    expect(screen.getByText(problem)).toBeTruthy();
    expect(run().disabled).toBe(true);
  },
);

test('[GEO-064] a clipping layer that is gone is refused', () => {
  const { session } = mapOf({ polygon: 4 });
  keepDraft('clip_polygons', { output: 'layer', parameters: { clip_layer: 'layer:m/gone' } });
  show(session, 'clip_polygons');
  expect(screen.getByText('Invalid clip layer')).toBeTruthy();
});

test('whoever may only look at a map sees why nothing runs', () => {
  sessionStore.setState({ project: { id: 'p', role: 'PROJECT_VIEWER', plan_outcome: 'NO_ERROR' } as Project });
  const { session } = mapOf({ polygon: 2 });
  show(session, 'buffer');
  expect(screen.getByText('You can view this map, but not run tools on it.')).toBeTruthy();
  expect(run().disabled).toBe(true);
});

test('[GEO-084] a grid over the visible area needs no features', async () => {
  const { session } = mapOf({});
  const takeBack = lendPicture('m', {
    view: {
      map: { getBounds: () => ({ getWest: () => 172, getSouth: () => -20, getEast: () => 190, getNorth: () => -10 }) },
    },
  } as never);
  const asked = answer({ layer: null });
  show(session, 'square_grid');
  expect(run().disabled).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: 'Visible area' }));
  expect(screen.getByText('172°, -20°, -170°, -10°')).toBeTruthy();
  expect(screen.getByText('There are no features to replace.')).toBeTruthy();
  fireEvent.click(run());
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  const { body } = asked.find(({ method }) => method === 'POST')!;
  expect(body).toMatchObject({
    parameters: { extent: '172,-20,-170,-10', cells: 'all_cells' },
    output: { name: 'Square grid' },
  });
  expect(body).not.toHaveProperty('layer');
  takeBack();
});

test('[RES-008, GEO-006] a tool is run on other data than the layer in hand: what is taken of it, and its columns', async () => {
  const { session } = mapOf({ line: 2 });
  const described = {
    kind: 'file',
    reference: 'file:/data/wells.csv',
    name: 'file:/data/wells.csv',
    label: 'wells.csv',
    place: '/data',
    version: '1',
    geometry: ['point'],
    rows: 3,
    columns: [{ name: 'depth', type: 'Real', is_geometry: false }],
    crs: null,
    extent: null,
  };
  const asked = answer({ layer: madeLayer });
  const { fetch: quick } = globalThis;
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
    String(path).includes('/resolve') ? Response.json({ data: described }) : quick(path, init),
  );
  keepDraft('field_calculator', {
    output: 'layer',
    parameters: { column_name: 'twice', expression: '$depth * 2' },
  });
  show(session, 'field_calculator', undefined, 'file:/data/wells.csv');
  expect(await screen.findByText('3 rows of wells.csv')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of the new layer' }).value).toBe(
    'wells.csv (Field calculator)',
  );
  expect(screen.queryByText(/no column/)).toBeNull();
  expect(screen.getByText('Only features of a layer of this map can be replaced.')).toBeTruthy();
  fireEvent.click(run());
  await waitFor(() => expect(asked.some(({ method }) => method === 'POST')).toBe(true));
  const { body } = asked.find(({ method }) => method === 'POST')!;
  expect(body).toMatchObject({ layer: 'file:/data/wells.csv', parameters: { expression: '$depth * 2' } });
  expect(body).not.toHaveProperty('features');
  cleanup();
  // Points are no polygons, also where they come from a file.
  show(session, 'combine_polygons', undefined, 'file:/data/wells.csv');
  expect(await screen.findByText('Select exactly 2 features for union')).toBeTruthy();
  cleanup();
  queryClient.clear();
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'NOT_FOUND', message: 'x', details: { noun: 'file' } }, { status: 404 }),
  );
  show(session, 'buffer', undefined, 'file:/data/wells.csv');
  expect(await screen.findByText(/does not exist or is not shared/)).toBeTruthy();
  expect(run().disabled).toBe(true);
});

test('[RAS-058] the form asks for the bands that the chosen index needs', () => {
  keepDraft('spectral_index', { parameters: { index: 'NBR' }, output: 'layer' });
  show(mapOf({}).session, 'spectral_index');
  expect(screen.getByLabelText('Shortwave infrared band 2')).toBeTruthy();
  expect(screen.queryByLabelText('Red band')).toBeNull();
  expect(screen.queryByLabelText('Shortwave infrared band 1')).toBeNull();
});
