import { TextDecoderStream, TransformStream } from 'node:stream/web';
import type { AppBlock, AppEvent } from '@groma/protocol';
import { GromaProvider } from '@groma/ui';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReadApp } from './reader/app-calls.ts';
import { PublishedApp } from './assemble-reader.tsx';

/** The other end of the calls: what the page has asked, and a session that the test speaks for. */
let asked: { path: string; body: unknown }[];
let refusal: { status: number; code: string } | null;
let session: { tell(event: AppEvent): void; lose(): void; isLeft(): boolean } | null;
beforeEach(() => {
  asked = [];
  refusal = null;
  session = null;
  vi.stubGlobal('TextDecoderStream', TextDecoderStream);
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    asked.push({ path, body: JSON.parse(String(init.body)) as unknown });
    if (refusal)
      return Promise.resolve(new Response(JSON.stringify({ code: refusal.code }), { status: refusal.status }));
    if (path !== '/api/app-sessions') return Promise.resolve(new Response('{"data":{}}'));
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    session = {
      tell: (event) => void writer.write(new TextEncoder().encode(`${JSON.stringify(event)}\n`)),
      lose: () => void writer.abort(new TypeError('network error')),
      isLeft: () => init.signal?.aborted === true,
    };
    return Promise.resolve({ ok: true, body: readable });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const blocks: AppBlock[] = [
  { kind: 'text', id: 't', markdown: '## Low flow\n\nWords.' },
  { kind: 'text-input', id: 'i', name: 'river', label: 'River', value: 'Sava' },
  { kind: 'cell', id: 'a', is_hidden: false, outputs: [{ kind: 'text', text: 'as published' }] },
  { kind: 'cell', id: 'b', is_hidden: true, outputs: [{ kind: 'text', text: 'folded away' }] },
];
const setting = { mode: 'own', run_seconds: 60, idle_minutes: 10, sessions: 2 } as const;

function draw(changes: Partial<ReadApp> = {}): void {
  const read: ReadApp = {
    title: 'Gauges',
    version: '1.0.0',
    author: 'Ann',
    path: '/hub/notebooks/x',
    app: setting,
    blocks,
    ...changes,
  };
  render(
    <GromaProvider>
      <PublishedApp templateId="x" version={null} first={Promise.resolve(read)} />
    </GromaProvider>,
  );
}

const status = () => screen.getByRole('status').textContent;
const run = async () => fireEvent.click(await screen.findByRole('button', { name: 'Run' }));
async function told(...events: AppEvent[]): Promise<void> {
  await waitFor(() => expect(session).not.toBeNull());
  await act(async () => {
    for (const event of events) session!.tell(event);
    await new Promise((resolve) => setTimeout(resolve));
  });
}
const ready: AppEvent = { type: 'ready', session: 's', values: { river: 'Sava' }, is_running: false, cells: [] };

test('[PUB-126] texts, inputs and published outputs are shown, and nothing is asked of the server', async () => {
  draw();
  expect(await screen.findByRole('heading', { name: 'Low flow' })).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'River' })).toHaveProperty('value', 'Sava');
  expect(screen.getByText('as published')).toBeTruthy();
  expect(screen.queryByText('folded away')).toBeNull();
  expect(status()).toContain('These are the published results.');
  expect(asked).toEqual([]);
});

test('[PUB-126] a changed input enters a session, whose outputs take the place of those published', async () => {
  draw();
  const field = await screen.findByRole('textbox', { name: 'River' });
  fireEvent.change(field, { target: { value: 'Drava' } });
  expect(asked).toEqual([]);
  fireEvent.keyDown(field, { key: 'Enter' });
  await told({ type: 'place', place: 3 });
  await waitFor(() => expect(status()).toContain('Your place in the queue: 3'));
  await told(ready, { type: 'starting' });
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(asked).toEqual([
    { path: '/api/app-sessions', body: { template_id: 'x', version: '1.0.0' } },
    { path: '/api/app-sessions/s/runs', body: { values: { river: 'Drava' } } },
  ]);
  expect(status()).toContain('Starting…');
  await told(
    { type: 'run', values: { river: 'Drava' }, cells: ['a', 'b'] },
    { type: 'cell', id: 'a', state: 'ok', outputs: [{ kind: 'text', text: 'of the Drava' }] },
    { type: 'cell', id: 'b', state: 'error', outputs: [{ kind: 'traceback', name: 'E', message: 'no', text: '' }] },
    { type: 'rest' },
  );
  await waitFor(() => expect(screen.getByText('of the Drava')).toBeTruthy());
  expect(screen.queryByText('as published')).toBeNull();
  // An error is shown even where the author has folded the output away.
  expect(screen.getByRole('group', { name: 'E: no' })).toBeTruthy();
  expect(status()).toBe('The results match the inputs.');
  await run();
  await waitFor(() => expect(asked).toHaveLength(3));
});

test('[PUB-143] what readers are told beside outputs stands in the words of the page', async () => {
  draw();
  await run();
  await told(
    ready,
    { type: 'run', values: {}, cells: ['a', 'b'] },
    { type: 'cell', id: 'a', state: 'ok', outputs: [{ kind: 'text', text: 'a part' }], remark: 'cut' },
    { type: 'cell', id: 'b', state: 'error', outputs: [], remark: 'no-databases' },
  );
  await waitFor(() => expect(screen.getByText('There is more output than can be shown here.')).toBeTruthy());
  expect(screen.getByText('a part')).toBeTruthy();
  expect(screen.getByText('This step queries a database, which readers can’t do.')).toBeTruthy();
});

test('[PUB-126] an end says why, and running again enters a new session', async () => {
  draw();
  await run();
  await told(ready, { type: 'ended', reason: 'time' });
  await waitFor(() => expect(status()).toBe('Ended because it ran longer than allowed.'));
  fireEvent.click(screen.getByRole('button', { name: 'Start again' }));
  await waitFor(() => expect(asked.filter(({ path }) => path === '/api/app-sessions')).toHaveLength(2));
});

test('[PUB-145] a server that goes leaves what it has shown and says so; running again enters another session', async () => {
  draw();
  await run();
  const cell = { id: 'a', state: 'ok' as const, outputs: [{ kind: 'text' as const, text: 'of the Sava' }] };
  await told(ready, { type: 'cell', ...cell }, { type: 'rest' });
  await act(async () => {
    session!.lose();
    await new Promise((resolve) => setTimeout(resolve));
  });
  await waitFor(() => expect(status()).toBe('The connection was lost.'));
  expect(screen.getByText('of the Sava')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Start again' }));
  await told(ready, { type: 'cell', ...cell }, { type: 'rest' });
  await waitFor(() => expect(status()).toBe('The results match the inputs.'));
});

test('[PUB-126] who stops leaves the session; who waits can leave the queue', async () => {
  draw();
  await run();
  await told({ type: 'place', place: 1 });
  fireEvent.click(await screen.findByRole('button', { name: 'Stop waiting' }));
  expect(session!.isLeft()).toBe(true);
  expect(status()).toBe('Stopped.');
});

test('[PUB-119] who enters a shared session sees what others have run, and changes it with the next input alone', async () => {
  draw({ app: { ...setting, mode: 'shared' } });
  await run();
  const cells = [{ id: 'a', state: 'ok' as const, outputs: [{ kind: 'text' as const, text: 'of the Soča' }] }];
  await told({ ...ready, values: { river: 'Soča' }, cells });
  await waitFor(() => expect(screen.getByText('of the Soča')).toBeTruthy());
  const field = screen.getByRole('textbox', { name: 'River' });
  expect(field).toHaveProperty('value', 'Soča');
  expect(asked).toHaveLength(1);
  fireEvent.change(field, { target: { value: 'Drava' } });
  fireEvent.blur(field);
  await waitFor(() => expect(asked[1]?.body).toEqual({ values: { river: 'Drava' } }));
});

test('[PUB-126] a refusal is said', async () => {
  refusal = { status: 503, code: 'BUSY' };
  draw();
  await run();
  await waitFor(() => expect(status()).toContain('Too many people are asking for this at once.'));
  expect(screen.getByRole('button', { name: 'Start again' })).toBeTruthy();
});

test('[PUB-126] where all share a session it is said; where none can be run there is nothing to press', async () => {
  draw({ app: { ...setting, mode: 'shared' } });
  await screen.findByRole('button', { name: 'Run' });
  expect(status()).toContain('Everyone who opens this sees the same inputs and results.');
  cleanup();
  draw({ app: null });
  await screen.findByText('as published');
  expect([screen.queryByRole('button', { name: 'Run' }), screen.queryByRole('textbox')]).toEqual([null, null]);
  expect(status()).toContain('This version can’t be run.');
});

test('[PUB-126] what is not published says so', async () => {
  const { GromaError } = await import('@groma/model');
  render(
    <GromaProvider>
      <PublishedApp templateId="x" version={null} first={Promise.reject(new GromaError('NOT_FOUND', { noun: 'x' }))} />
    </GromaProvider>,
  );
  expect(await screen.findByText('This notebook isn’t published')).toBeTruthy();
});
