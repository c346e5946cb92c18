import type { OwnTemplateReply, TemplateExposure } from '@groma/protocol';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { lendPanelPicture } from '../../../registry/panel-picture.ts';
import type { NamedPublishable } from './publication-calls.ts';
import { PublishDialog } from './publish-dialog.tsx';
import { forgetPublishing } from './publishing-store.ts';

const thing: NamedPublishable = { type: 'MAP', id: 'm1', projectId: 'p1', name: 'Rivers' };
const path = '/api/maps/m1/projects/p1/map-templates';
const published: OwnTemplateReply = {
  id: 't1',
  type: 'MAP',
  title: 'Rivers of Europe',
  description: 'All of them',
  is_public: true,
  access: 'public',
  tags: ['rivers'],
  version: '1.0.0',
  thumbnail_url: '/api/hub/thumbnails/old',
  categories: ['Marine'],
  author: { username: 'ann', name: 'Ann' },
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  path: '/hub/maps/t1',
  uses: 0,
  has_password: false,
  embed_origins: [],
  versions: [
    {
      version: '1.0.0',
      changelog: 'First',
      published_at: '2026-01-01T00:00:00.000Z',
      published_by: 'Ann',
      reproduced: null,
      app: null,
    },
  ],
};
const nothing: TemplateExposure = {
  maps: [{ name: 'Rivers' }],
  layers: [{ name: 'Danube' }, { name: 'Rhine' }],
  notebooks: [],
  files: [],
  queries: [],
  outputs: [],
  workflows: [],
  stories: [],
  databases: [],
  people: [{ name: 'Ann' }],
  refused: [],
};

// The fields that grow with their text listen for fonts, which this document does not have.
Object.defineProperty(document, 'fonts', { value: new EventTarget() });

configure({ asyncUtilTimeout: 5_000 });
interface Sent {
  method: string;
  path: string;
  body: Record<string, unknown>;
}
/** What the server answers, by method and path; a function may answer anew each time. */
let answers: Record<string, () => Response | Promise<Response>> = {};
let sent: Sent[] = [];
const refusal = (code: string, status: number) => () => Response.json({ code, message: code, details: {} }, { status });
const data = (found: unknown) => () => Response.json({ data: found });

beforeEach(() => {
  sent = [];
  answers = {
    [`GET ${path}`]: data(null),
    [`GET ${path}/exposure`]: data(nothing),
    [`POST ${path}`]: () => Response.json({ data: { id: 't1', version: '1.0.0' }, operation_id: 'o1' }),
    [`PUT ${path}/t1`]: () => Response.json({ data: { id: 't1', version: '1.0.0' }, operation_id: null }),
    [`DELETE ${path}/t1`]: data({ id: 't1' }),
    'POST /api/gcs/hub/m1/thumbnails': data({ thumbnail_url: '/api/hub/thumbnails/new' }),
    'GET /api/ai/images/models': data({ models: [] }),
    'GET /api/operations/o1': () => new Promise(() => undefined),
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const at = url.split('?')[0]!;
    if (method !== 'GET')
      sent.push({ method, path: at, body: typeof body === 'string' ? (JSON.parse(body) as Sent['body']) : {} });
    return (answers[`${method} ${at}`] ?? refusal('NOT_FOUND', 404))();
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  forgetPublishing(thing);
  vi.unstubAllGlobals();
});

const onClose = vi.fn<() => void>();
function open(of: NamedPublishable = thing) {
  onClose.mockReset();
  render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <PublishDialog opened onClose={onClose} thing={of} />
      </GromaProvider>
    </QueryClientProvider>,
  );
}
const title = () => screen.findByLabelText<HTMLInputElement>('Title');
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const last = () => sent.at(-1)!;
async function choose(label: string, option: string) {
  const options = await optionsOf(label);
  fireEvent.click(options.find(({ textContent }) => textContent === option)!);
}
/** The options of an open list: what is not laid out passes for hidden. */
async function optionsOf(label: string): Promise<HTMLElement[]> {
  const field = screen.getByRole('combobox', { name: label });
  fireEvent.click(field);
  await waitFor(() => expect(field.getAttribute('aria-controls')).toBeTruthy());
  return within(document.getElementById(field.getAttribute('aria-controls')!)!).findAllByRole('option', {
    hidden: true,
  });
}
const source = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));

test('[PUB-010] [PUB-012] [PUB-013] [PUB-014] a skeleton stands until the publication is loaded, then every field with what there is', async () => {
  let arrive: (response: Response) => void = () => undefined;
  answers[`GET ${path}`] = () => new Promise((resolve) => (arrive = resolve));
  open();
  expect(screen.getByLabelText('Loading the publication').getAttribute('aria-busy')).toBe('true');
  expect(screen.queryByLabelText('Title')).toBeNull();
  await waitFor(() => expect(arrive.length).toBe(1));
  await act(async () => arrive(Response.json({ data: published })));
  expect((await title()).value).toBe('Rivers of Europe');
  expect(screen.queryByLabelText('Loading the publication')).toBeNull();
  const values = ['Description', 'Version', 'What is new'].map(
    (label) => screen.getByLabelText<HTMLInputElement>(label).value,
  );
  expect(values).toEqual(['All of them', '1.1.0', '']);
  for (const shown of ['rivers', 'Marine', 'Tags', 'Categories', 'Websites that may embed it']) screen.getByText(shown);
  expect(screen.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    'Panel',
    'URL',
    'Upload',
    'AI',
  ]);
  const options = await optionsOf('Who can read it');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Public',
    'Password protected',
    'Restricted to the team',
  ]);
  expect(screen.queryByLabelText('Password')).toBeNull();
  fireEvent.click(options[1]!);
  expect(await screen.findByLabelText('Password')).toBeTruthy();
});

test('[PUB-011] who may not publish it is told so, and nothing else is offered', async () => {
  answers[`GET ${path}`] = refusal('FORBIDDEN', 403);
  open();
  expect(await screen.findByText('You are not allowed to publish this template.')).toBeTruthy();
  expect(screen.queryByLabelText('Title')).toBeNull();
});

test('[PUB-009] [PUB-015] [PUB-018] [PUB-028] [PUB-043] what is new is created, public, with its version, tags and categories', async () => {
  open();
  expect((await title()).value).toBe('Rivers');
  await choose('Categories', 'Climate');
  const tags = screen.getByLabelText('Tags');
  for (const tag of [' water ', 'water', 'sea']) {
    fireEvent.change(tags, { target: { value: tag } });
    fireEvent.keyDown(tags, { key: 'Enter' });
  }
  press('Publish 1.0.0');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(last()).toMatchObject({
    method: 'POST',
    path,
    body: {
      title: 'Rivers',
      description: '',
      access: 'public',
      is_public: true,
      password: null,
      version: '1.0.0',
      tags: ['water', 'sea'],
      categories: ['Climate'],
      thumbnail_url: null,
    },
  });
  expect(await screen.findByText('Publishing version 1.0.0…')).toBeTruthy();
});

test('[PUB-015] [PUB-019] [PUB-025] what is published is updated, and protected by a password only with one', async () => {
  answers[`GET ${path}`] = data(published);
  open();
  await title();
  await choose('Who can read it', 'Password protected');
  press('Publish 1.1.0');
  expect(await screen.findByText('Password is required for password protected access')).toBeTruthy();
  expect(sent).toEqual([]);
  fill('Password', 'tributary');
  press('Publish 1.1.0');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(last()).toMatchObject({
    method: 'PUT',
    path: `${path}/t1`,
    body: { access: 'password', is_public: false, password: 'tributary', thumbnail_url: '/api/hub/thumbnails/old' },
  });
});

test('[PUB-020] restricted is neither public nor has a password', async () => {
  answers[`GET ${path}`] = data(published);
  open();
  await title();
  await choose('Who can read it', 'Restricted to the team');
  press('Publish 1.1.0');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(last().body).toMatchObject({ access: 'restricted', is_public: false, password: null });
});

test('[PUB-023] [PUB-026] [PUB-027] what is missing is named at its field, and the first such field has the keyboard', async () => {
  open();
  fireEvent.change(await title(), { target: { value: ' ' } });
  fill('Version', '');
  press('Publish');
  const wanted = [
    'Enter a title.',
    'A version is three numbers separated by dots, such as 1.0.0.',
    'Choose at least one category.',
  ];
  for (const text of wanted) expect(await screen.findByText(text)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Title')));
  expect(sent).toEqual([]);
});

test('[PUB-024] a category that is chosen is not offered a second time', async () => {
  answers[`GET ${path}`] = data(published);
  open();
  await title();
  const offered = (await optionsOf('Categories')).map(({ textContent }) => textContent);
  expect([offered.length, offered.includes('Marine'), offered.includes('Mining')]).toEqual([27, false, true]);
});

test('[PUB-080] a version before the one that is out is refused, and the one that is out changes details alone', async () => {
  answers[`GET ${path}`] = data(published);
  answers[`GET ${path}/exposure`] = data({ ...nothing, refused: [{ name: '/data/.env', reason: 'private-file' }] });
  open();
  await title();
  fill('Version', '0.9.0');
  await screen.findByText('private file');
  expect(screen.getByRole('button', { name: 'Publish 0.9.0' }).hasAttribute('disabled')).toBe(true);
  fill('Version', '1.0.0');
  press('Save details');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(last().body).toMatchObject({ version: '1.0.0', changelog: 'First' });
  expect(await screen.findByText('The publication was updated.')).toBeTruthy();
  answers[`GET ${path}/exposure`] = data(nothing);
});

test('[PUB-080] what is said to be new stands in its field, and can be emptied', async () => {
  answers[`GET ${path}`] = data(published);
  open();
  await title();
  const isNew = screen.getByLabelText<HTMLTextAreaElement>('What is new');
  expect(isNew.value).toBe('');
  fill('Version', '1.0.0');
  expect(isNew.value).toBe('First');
  fill('What is new', '');
  press('Save details');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(last().body).toMatchObject({ version: '1.0.0', changelog: '' });
});

test('[PUB-081] what readers would see is listed by kind with its number; what is refused keeps from publishing until it is gone', async () => {
  answers[`GET ${path}/exposure`] = data({
    ...nothing,
    refused: [{ name: 'Low flow, block 3', reason: 'access-token' }],
  });
  open();
  await title();
  const layers = (await screen.findByText('Layers')).closest('details')!;
  expect(layers.open).toBe(false);
  expect(
    within(layers)
      .getAllByRole('listitem', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual(['Danube', 'Rhine']);
  expect(layers.querySelector('summary')?.textContent).toBe('Layers 2');
  expect(screen.getByText('Low flow, block 3').parentElement?.textContent).toContain('access token');
  expect(screen.getByRole('button', { name: 'Publish 1.0.0' }).hasAttribute('disabled')).toBe(true);
  answers[`GET ${path}/exposure`] = data(nothing);
  press('Check again');
  await waitFor(() => expect(screen.queryByText('access token')).toBeNull());
  expect(screen.getByRole('button', { name: 'Publish 1.0.0' }).hasAttribute('disabled')).toBe(false);
});

test('[PUB-144] of layers with a filter it is said that readers get all of them', async () => {
  const layers = [{ name: 'Danube', is_filtered: true }, { name: 'Rhine' }, { name: 'Sava', is_filtered: true }];
  answers[`GET ${path}/exposure`] = data({ ...nothing, layers });
  open();
  const said = await screen.findByText(/^A filter hides features, it doesn’t protect them\./);
  expect(said.textContent).toContain('every feature of: Danube and Sava');
});

test('[MAP-173] of a layer whose joined tables are left out it is said that readers miss their columns', async () => {
  const layers = [{ name: 'Danube', lost_joins: ['Gauges', 'Mills'] }, { name: 'Rhine' }];
  answers[`GET ${path}/exposure`] = data({ ...nothing, layers });
  open();
  const said = await screen.findByText(/^Readers get “Danube” without its joined columns\./);
  expect(said.textContent).toContain('publish: Gauges and Mills');
  expect(screen.getAllByText(/without its joined columns/)).toHaveLength(1);
});

test('[PUB-016] [PUB-017] [PUB-046] unpublishing asks first, and the dialog stays while it does', async () => {
  answers[`GET ${path}`] = data(published);
  open();
  await title();
  const dialog = screen.getByRole('dialog', { name: 'Publish “Rivers”' });
  press('Unpublish…');
  const question = await screen.findByRole('dialog', { name: 'Unpublish “Rivers of Europe”?' });
  expect(within(dialog).queryByRole('button', { name: 'Close' })).toBeNull();
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Unpublish “Rivers of Europe”?' })).toBeNull());
  expect(sent).toEqual([]);
  press('Unpublish…');
  const again = await screen.findByRole('dialog', { name: 'Unpublish “Rivers of Europe”?' });
  fireEvent.click(within(again).getByRole('button', { name: 'Unpublish' }));
  await waitFor(() => expect(sent).toMatchObject([{ method: 'DELETE', path: `${path}/t1` }]));
  expect(await screen.findByText('No longer published.')).toBeTruthy();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});

test('[PUB-046] what failed is said with its reason, above it what it was done to', async () => {
  answers[`GET ${path}`] = data(published);
  answers[`PUT ${path}/t1`] = refusal('NO_PLAN', 403);
  open();
  await title();
  press('Publish 1.1.0');
  const toast = await screen.findByText(/^Couldn’t update the publication: /);
  expect(toast.closest('[role="alert"]')?.textContent).toContain('Map “Rivers”');
});

test('[PUB-021] [PUB-022] a picture that cannot be uploaded is said and left out, and the field falls back to the address', async () => {
  answers[`GET ${path}`] = data(published);
  answers['POST /api/gcs/hub/m1/thumbnails'] = refusal('FORBIDDEN', 403);
  open();
  await title();
  fill('Version', '1.0.0');
  source('Upload');
  const input = screen.getByLabelText<HTMLInputElement>('Choose a file', { selector: 'input' });
  fireEvent.change(input, { target: { files: [new File(['x'], 'rivers.png', { type: 'image/png' })] } });
  expect(screen.getByText('rivers.png')).toBeTruthy();
  press('Save details');
  expect(await screen.findByText('Failed to upload thumbnail so proceeding to update without it')).toBeTruthy();
  await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['POST', 'PUT']));
  expect(last().body['thumbnail_url']).toBe('/api/hub/thumbnails/old');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'URL' }).checked).toBe(true);
});

test('[PUB-029] pictures of the kinds of the specification are uploaded, others are refused', async () => {
  open();
  await title();
  await choose('Categories', 'Marine');
  source('Upload');
  const input = screen.getByLabelText<HTMLInputElement>('Choose a file', { selector: 'input' });
  expect(input.accept).toBe('.png,.jpg,.jpeg,.webp,.gif,.svg');
  fireEvent.change(input, { target: { files: [new File(['x'], 'rivers.tiff')] } });
  const kinds = () => screen.getByText('PNG, JPG, JPEG, WebP, GIF or SVG, at most 5 MB');
  expect(kinds().closest('[role="alert"]')).toBeTruthy();
  fireEvent.change(input, { target: { files: [new File(['x'], 'RIVERS.SVG')] } });
  expect(kinds().closest('[role="alert"]')).toBeNull();
  press('Publish 1.0.0');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(last().body['thumbnail_url']).toBe('/api/hub/thumbnails/new');
});

test('[PUB-030] an image is asked of a model only with words that say of what; without a model that is said', async () => {
  answers['GET /api/ai/images/models'] = data({ models: [{ id: 'i', name: 'Image', isPro: false }] });
  open();
  await title();
  await choose('Categories', 'Marine');
  source('AI');
  await screen.findByLabelText('What the image shows');
  press('Publish 1.0.0');
  expect(await screen.findByText('Describe what the image should show.')).toBeTruthy();
  expect(sent).toEqual([]);
  cleanup();
  queryClient.clear();
  answers['GET /api/ai/images/models'] = data({ models: [] });
  open();
  await title();
  source('AI');
  expect(await screen.findByText(/AI features are not set up/)).toBeTruthy();
});

test('[PUB-082] the picture is taken from the panel itself, where it is open', async () => {
  const take = vi.fn<() => Promise<Blob | null>>(() => Promise.resolve(null));
  open();
  await title();
  expect(screen.getByText(/^Nothing is open to take a picture of/)).toBeTruthy();
  let takeBack: () => void = () => undefined;
  act(() => {
    takeBack = lendPanelPicture('map', 'm1', take);
  });
  await waitFor(() => expect(take).toHaveBeenCalled());
  act(() => takeBack());
});

test('[PUB-083] the dialog follows the operation to its end, also where it was closed meanwhile, and then shows the links', async () => {
  const operation = (status: string, progress: number) =>
    data({
      id: 'o1',
      project_id: 'p1',
      user_id: 'u',
      title: 'Publish',
      task: null,
      subject: null,
      subtitle: null,
      status,
      job_status: status === 'Completed' ? 'completed' : 'in progress',
      progress,
      estimatedTimeLeft: null,
      currentSubTask: 'Layers',
      currentSubTaskProgress: null,
      failedMessage: null,
      remarks: [],
      created_at: '',
      updated_at: '',
    });
  answers['GET /api/operations/o1'] = operation('In Progress', 40);
  open();
  await title();
  await choose('Categories', 'Marine');
  press('Publish 1.0.0');
  await screen.findByText('Publishing version 1.0.0…');
  await waitFor(() => expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40'), {
    timeout: 20_000,
  });
  cleanup();
  open();
  expect(await screen.findByText('Publishing version 1.0.0…')).toBeTruthy();
  answers['GET /api/operations/o1'] = operation('Completed', 100);
  answers[`GET ${path}`] = data(published);
  expect(await screen.findByText('Version 1.0.0 is published.', undefined, { timeout: 20_000 })).toBeTruthy();
  const link = await screen.findByLabelText<HTMLInputElement>('Public link');
  expect(link.value).toBe(`${location.origin}/en/hub/maps/t1`);
  expect(screen.getByLabelText<HTMLInputElement>('Embed code').value).toContain(
    `src="${location.origin}/embed/maps/t1"`,
  );
  expect(screen.getByText('Published.')).toBeTruthy();
});
