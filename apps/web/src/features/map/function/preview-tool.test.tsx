import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answer, mapOf, prepareTools, run, select, show, snapshot } from '../../../../test/tool-form-cases.tsx';

prepareTools();

test('[GEO-077] a result can be looked at first, then kept as a layer or discarded', async () => {
  const preview = snapshot;
  const asked = answer({ count: 2, preview, skipped: [{ reason: 'empty', count: 4 }] });
  const { session, store, previews } = mapOf({ polygon: 2 });
  show(session, 'buffer');
  const look = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
    await screen.findByText('Preview of 2 features');
  };
  await look();
  expect(screen.getByText('Features that ended up empty: 4.')).toBeTruthy();
  const { operation_id: id } = asked.find(({ method }) => method === 'POST')!.body!;
  expect(previews.at(-1)).toMatchObject({
    id,
    source: { partUrls: [`/api/tools/results/${String(id)}/snapshot?part=a.arrow`] },
  });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByText('Preview of 2 features')).toBeNull());
  expect(previews.at(-1)).toBeNull();
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);

  await look();
  // A preview of something else than the form says would mislead.
  store.setState(select(1));
  await waitFor(() => expect(screen.queryByText('Preview of 2 features')).toBeNull());
  await look();
  fireEvent.click(screen.getByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(screen.queryByText('Preview of 2 features')).toBeNull());
  expect(asked.at(-1)).toMatchObject({ method: 'POST', body: { map_id: 'm', name: 'Roads (Buffer)' } });
  expect(previews.at(-1)).toBeNull();
  // What is kept is not discarded.
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
});

test('[GEO-077] the tool can be run while the layer that was kept is still being read', async () => {
  const asked = answer({ count: 2, preview: snapshot });
  const { session } = mapOf({ polygon: 2 });
  vi.spyOn(session, 'refresh').mockReturnValue(new Promise(() => undefined));
  show(session, 'buffer');
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Run' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ method: 'POST', body: { output: { kind: 'layer' } } }));
});

test('[GEO-077] a preview that comes when something else is asked for is not shown', async () => {
  answer({ preview: snapshot });
  const late: (() => void)[] = [];
  const { fetch: quick } = globalThis;
  const asked: string[] = [];
  // The answers come whether they are waited for or not.
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push(`${init?.method} ${path}`);
    if (init?.method === 'POST') await new Promise<void>((resolve) => late.push(resolve));
    return quick(path, init);
  });
  const { session, store, previews } = mapOf({ polygon: 2 });
  show(session, 'buffer');
  const changes = [
    () => fireEvent.change(screen.getByLabelText('Radius'), { target: { value: '25' } }),
    () => store.setState(select(1)),
  ];
  for (const [at, change] of changes.entries()) {
    fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
    await waitFor(() => expect(late).toHaveLength(at + 1));
    change();
    late[at]!();
    await waitFor(() => expect(run().disabled).toBe(false));
    expect(screen.queryByText('Preview of 2 features')).toBeNull();
  }
  expect(previews.filter((shown) => shown !== null)).toEqual([]);
  // Nor does its result stay on the server.
  expect(asked.filter((call) => call.startsWith('DELETE'))).toHaveLength(2);
});

test('[GEO-077] a preview whose form is left goes also where it could not be kept', async () => {
  const asked = answer({ preview: snapshot });
  const { fetch: quick } = globalThis;
  const late: (() => void)[] = [];
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (!path.endsWith('/keep')) return quick(path, init);
    await new Promise<void>((resolve) => late.push(resolve));
    return Response.json({ code: 'TOOL_RADIUS_TOO_LARGE', details: { most: 9000 }, message: '' }, { status: 400 });
  });
  const { session, previews, store } = mapOf({ polygon: 2 });
  const { unmount } = show(session, 'buffer');
  fireEvent.click(screen.getByRole('button', { name: 'Preview' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Keep' }));
  await waitFor(() => expect(late).toHaveLength(1));
  unmount();
  expect(previews.at(-1)).not.toBeNull();
  late[0]!();
  await waitFor(() => expect(previews.at(-1)).toBeNull());
  expect(asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  expect(store.getState().previewId).toBeNull();
});
