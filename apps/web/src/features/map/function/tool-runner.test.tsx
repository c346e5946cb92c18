import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answer, mapOf, prepareTools, run, select, show, snapshot } from '../../../../test/tool-form-cases.tsx';
import { chooseTool, keepDraft } from './tool-shelf.ts';

prepareTools();

test('[GEO-056] a tool takes what is selected, otherwise the whole layer, and says which', async () => {
  const asked = answer({ count: 3 });
  const { session, store } = mapOf({ polygon: 1204 });
  show(session, 'buffer');
  expect(screen.getByText('All 1,204 features of Roads')).toBeTruthy();
  fireEvent.click(run());
  await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1));
  expect(asked.find(({ method }) => method === 'POST')!.body).not.toHaveProperty('features');
  await waitFor(() => expect(run().disabled).toBe(false));
  store.setState(select(1, 2, 3));
  await screen.findByText('3 selected polygons');
  fireEvent.click(run());
  await waitFor(() => expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(2));
  expect(asked.filter(({ method }) => method === 'POST')[1]!.body).toMatchObject({
    layer: 'layer:m/l',
    features: [1, 2, 3],
    parameters: { radius: 10, unit: 'kilometers', iterate: true },
    output: { kind: 'layer', map_id: 'm', name: 'Roads (Buffer)' },
  });
});

test('[GEO-077] a result replaces the features as one step of undo, where it is of their kind and nobody else edits them', async () => {
  const asked = answer({ count: 1, skipped: [{ reason: 'empty', count: 3 }] });
  const { session, store, undone } = mapOf({ polygon: 2 });
  show(session, 'buffer');
  const replace = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Replace features' });
  fireEvent.click(replace());
  fireEvent.click(run());
  await waitFor(() => expect(undone).toHaveLength(1));
  const [post] = asked.filter(({ method }) => method === 'POST');
  expect(post!.body).toMatchObject({ output: { kind: 'replace' } });
  expect(undone).toEqual([['l', [post!.body!['operation_id']]]]);
  expect(
    await screen.findByText('Features of Roads replaced. Result: 1 feature. Features that ended up empty: 3.'),
  ).toBeTruthy();

  store.setState({ editors: { l: { userId: 'ben', username: 'Ben' } } as never });
  await waitFor(() => expect(replace().disabled).toBe(true));
  cleanup();
  show(mapOf({ line: 2 }).session, 'buffer');
  expect(replace().disabled).toBe(true);
  expect(screen.getByText('The result has a different geometry type.')).toBeTruthy();
});

test('[PRC-013] a run can be canceled, and what fails is said in the form', async () => {
  const { session } = mapOf({ polygon: 2 });
  vi.stubGlobal('fetch', (_path: string, init?: RequestInit) => {
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error));
    });
  });
  show(session, 'buffer');
  fireEvent.click(run());
  expect(await screen.findByRole('progressbar', { name: 'Running Buffer…' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(run().disabled).toBe(false));
  const form = within(screen.getByRole('form'));
  expect(form.queryByRole('alert')).toBeNull();

  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 'TOOL_RADIUS_TOO_LARGE', details: { most: 9000 }, message: '' }, { status: 400 }),
  );
  fireEvent.click(run());
  expect((await form.findByRole('alert')).textContent).toContain('Choose a radius of at most');
});

test('the keyboard stays in the form while its buttons change, and Escape cancels what is under way', async () => {
  answer({ preview: snapshot });
  const { fetch: quick } = globalThis;
  let isHeld = true;
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (!isHeld) return quick(path, init);
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal!.reason as Error));
    });
  });
  const { session } = mapOf({ polygon: 2 });
  let backs = 0;
  const back = () => void (backs += 1);
  const { unmount } = show(session, 'buffer', back);
  const focused = () => document.activeElement?.textContent;
  // Nobody has chosen it now.
  expect(document.activeElement).toBe(document.body);
  const press = () => {
    const button = screen.getByRole('button', { name: 'Preview' });
    button.focus();
    fireEvent.click(button);
  };
  press();
  await waitFor(() => expect(focused()).toBe('Cancel'));
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  await waitFor(() => expect(focused()).toBe('Run'));
  isHeld = false;
  press();
  await waitFor(() => expect(focused()).toBe('Keep'));
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  await waitFor(() => expect(focused()).toBe('Run'));
  expect(backs).toBe(0);
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
  expect(backs).toBe(1);

  unmount();
  chooseTool('buffer');
  const chosen = show(session, 'buffer');
  expect(focused()).toBe('Buffer');
  // As for another map.
  chosen.unmount();
  show(session, 'buffer');
  expect(document.activeElement).toBe(document.body);
});

test('[GEO-091] a result is written as a file of a free name, and of an ending that names a format', async () => {
  const taken = ['/data/Roads (Buffer).parquet'];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (init?.method !== 'POST')
      return Response.json({ exists: taken.some((each) => decodeURIComponent(String(path)).endsWith(each)) });
    const { output } = JSON.parse(init.body as string) as { output: { path: string } };
    taken.push(output.path);
    const file = { path: output.path, bytes: 9 };
    return Response.json({
      data: { operation_id: 'o', name: 'x', count: 2, skipped: [], layer: null, preview: null, edits: [], file },
    });
  });
  show(mapOf({ polygon: 2 }).session, 'buffer');
  fireEvent.click(screen.getByRole('radio', { name: 'File' }));
  const path = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Path' });
  await waitFor(() => expect(path().value).toBe('/data/Roads (Buffer) 2.parquet'));
  fireEvent.click(run());
  expect(await screen.findByText('Saved to /data/Roads (Buffer) 2.parquet.')).toBeTruthy();
  await waitFor(() => expect(path().value).toBe('/data/Roads (Buffer) 3.parquet'));

  fireEvent.change(path(), { target: { value: '/data/roads.doc' } });
  expect(screen.getByText(/^End the name with/)).toBeTruthy();
  expect(run().disabled).toBe(true);
});

const patient = { timeout: 8_000 };

test('[RAS-045] a tool of images asks for an image, its band and a file', async () => {
  const { session } = mapOf({});
  const image = 'image:/data/hills.tif';
  const described = {
    kind: 'image',
    reference: image,
    name: image,
    label: 'hills.tif',
    place: '/data',
    version: '1',
    geometry: null,
    rows: null,
    crs: null,
    extent: null,
    columns: ['red', 'nir'].map((name) => ({ name, type: 'number', is_geometry: false })),
  };
  const made = { file: { path: '/data/x/shade.tif', bytes: 9 }, raster_layer: { id: 'r', text: 'Shade' } };
  const asked = answer({ ...described, ...made });
  const { unmount } = show(session, 'hillshade');
  expect(screen.getByText('Choose an image')).toBeTruthy();
  expect(run().disabled).toBe(true);
  expect(screen.queryByText('Replace features')).toBeNull();
  unmount();
  keepDraft('hillshade', { parameters: { image, band: 'nir' }, output: 'layer', path: '' });
  show(session, 'hillshade');
  // The bands are those of the image.
  await waitFor(() => expect(screen.getByDisplayValue('2: nir')).toBeTruthy(), patient);
  const file = screen.getByRole('textbox', { name: 'Image file' });
  fireEvent.change(file, { target: { value: '/data/x/shade.png' } });
  expect(screen.getByText('End the name with .tif')).toBeTruthy();
  expect(run().disabled).toBe(true);
  fireEvent.change(file, { target: { value: '/data/x/shade.tif' } });
  fireEvent.click(run());
  await waitFor(() => expect(asked.some(({ path }) => path.includes('/api/tools/hillshade'))).toBe(true), patient);
  expect(asked.find(({ method }) => method === 'POST')!.body).toMatchObject({
    parameters: { image, band: 'nir', azimuth: 315 },
    output: { kind: 'layer', map_id: 'm', name: 'Hillshade', path: '/data/x/shade.tif' },
  });
  expect(await screen.findByText('Saved “Shade” to /data/x/shade.tif.', {}, patient)).toBeTruthy();
});
