import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { sessionStore } from '../../../platform/session.ts';
import { bringTexts } from '../../../platform/text.ts';
import { DataWidget, type DataProps } from './data-widget.tsx';

/** What the server knows: a layer that was called “roads”, and is now “streets”. */
const streets = {
  kind: 'layer',
  reference: 'layer:01m/01r',
  name: 'layer:World/streets',
  label: 'streets',
  place: 'World',
  version: '1',
  geometry: null,
  rows: null,
};

function answer(url: URL): Response {
  if (!url.pathname.endsWith('/resolve')) return Response.json({ data: [streets], is_cut: false });
  return url.searchParams.get('name') === streets.reference
    ? Response.json({ data: { ...streets, columns: [], crs: null, extent: null } })
    : Response.json({ code: 'NOT_FOUND', message: 'gone', details: {} }, { status: 404 });
}

beforeAll(bringTexts);
beforeEach(() => {
  queryClient.clear();
  sessionStore.setState({ project: { id: 'p' } as never });
  vi.stubGlobal('fetch', (input: string | URL) => Promise.resolve(answer(new URL(String(input), 'http://server'))));
});
afterEach(() => {
  cleanup();
  sessionStore.setState({ project: null });
  vi.unstubAllGlobals();
});

function show(set: Partial<DataProps>, isEditable = true) {
  const onChange = vi.fn<(change: Partial<DataProps>) => void>();
  const props = { label: 'Ways', varName: 'ways', data: '', name: '', ...set };
  render(
    <GromaProvider>
      <QueryClientProvider client={queryClient}>
        <DataWidget props={props} isEditable={isEditable} isShadowed={false} onChange={onChange} />
      </QueryClientProvider>
    </GromaProvider>,
  );
  return onChange;
}
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Ways' });

test('[NBK-142] data is chosen by its reference, with the name that it has then, and can be cleared', async () => {
  const onChange = show({});
  fireEvent.click(field());
  fireEvent.click((await screen.findByText('streets')).closest('[role=option]')!);
  expect(onChange).toHaveBeenLastCalledWith({ data: 'layer:01m/01r', name: 'layer:World/streets' });
  cleanup();
  const onCleared = show({ data: 'layer:01m/01r', name: 'layer:World/streets' });
  fireEvent.click(screen.getByRole('button', { name: 'Clear Ways' }));
  expect(onCleared).toHaveBeenLastCalledWith({ data: '', name: '' });
});

test('[NBK-142] what was renamed is shown by its name of now, and what is gone by the one that it had', async () => {
  const renamed = { data: 'layer:01m/01r', name: 'layer:World/roads' };
  show(renamed);
  await vi.waitFor(() => expect(field().value).toBe('streets'));
  cleanup();
  show(renamed, false);
  expect((await screen.findByText('streets · World')).isConnected).toBe(true);
  cleanup();
  show({ data: 'layer:01m/01x', name: 'layer:World/roads' }, false);
  expect((await screen.findByText('layer:World/roads (No longer there)')).isConnected).toBe(true);
});
