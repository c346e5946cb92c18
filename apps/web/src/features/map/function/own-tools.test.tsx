import { projectTool, type ToolField } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createStore } from 'zustand';
import { queryClient } from '../../../platform/api.ts';
import { sessionStore, type Project, type User } from '../../../platform/session.ts';
import { bringTexts } from '../../../platform/text.ts';
import type { MapSession } from '../session/map-session.ts';
import { firstMapState, type MapState } from '../session/map-state.ts';
import { ToolForm } from './tool-form.tsx';
import { ToolList } from './tool-list.tsx';

beforeAll(bringTexts);
beforeEach(() => {
  localStorage.clear();
  sessionStore.setState({
    user: { id: crypto.randomUUID() } as User,
    project: { id: 'p', role: 'PROJECT_EDITOR', plan_outcome: 'NO_ERROR' } as Project,
  });
});
afterEach(cleanup);

const fields: ToolField[] = [
  { name: 'count', label: 'How many', type: 'number', default: 3, minimum: 1, maximum: 5 },
  { name: 'day', label: 'Since', type: 'date', default: '02-03-2024' },
  { name: 'side', label: 'Side', type: 'select', default: 'left', options: ['left', 'right'] },
];
const id = '00000000-0000-4000-8000-000000000000';
const own = (title: string, heading: string) =>
  projectTool({ kind: 'notebook', id }, { title, description: 'Finds spots.', heading }, fields);

function shown(content: React.ReactNode) {
  return render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>{content}</GromaProvider>
    </QueryClientProvider>,
  );
}

test('[TOL-018] what people offer stands first in the list, under its heading, and is found by its texts', () => {
  const chosen: string[] = [];
  shown(<ToolList onChoose={(tool) => chosen.push(tool)} own={[own('Hot spots', 'Crime'), own('Cold spots', '')]} />);
  // A heading with spaces is the name of its section all the same.
  expect(screen.getByRole('region', { name: 'Crime' })).toBeTruthy();
  const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(headings.slice(0, 2)).toEqual(['Crime', 'Tools of this workspace']);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'hot sp' } });
  fireEvent.click(screen.getByRole('button', { name: 'Hot spots' }));
  expect(chosen).toEqual([`notebook:${id}`]);
});

test('[TOL-018] its form has the labels of its blocks, names what is wrong, and offers a layer or a file', () => {
  const store = createStore<MapState>(() => ({ ...firstMapState, status: 'ready' }));
  const session = {
    mapId: 'm',
    projectId: 'p',
    store,
    get state() {
      return store.getState();
    },
    loadLayer: () => undefined,
    preview: () => undefined,
  } as unknown as MapSession;
  shown(<ToolForm session={session} layerId="" tool={own('Hot spots', '')} onBack={() => undefined} />);
  expect(screen.getByRole('form', { name: 'Hot spots' })).toBeTruthy();
  expect(screen.getByText('Finds spots.')).toBeTruthy();
  const run = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Run' });
  expect(run().disabled).toBe(false);
  const day = screen.getByLabelText<HTMLInputElement>('Since');
  expect([day.value, screen.getByLabelText<HTMLInputElement>('How many').value]).toEqual(['02-03-2024', '3']);
  fireEvent.change(day, { target: { value: '31-02-2024' } });
  expect(run().disabled).toBe(true);
  expect(screen.getByText('Enter a day as dd-MM-yyyy')).toBeTruthy();
  expect(screen.queryByText('Replace features')).toBeNull();
  expect(screen.getByText('New layer')).toBeTruthy();
});

test('[TOL-023] the form of a workflow asks for what is required, and lets a number without a default be empty', () => {
  const store = createStore<MapState>(() => ({ ...firstMapState, status: 'ready' }));
  const session = {
    mapId: 'm',
    projectId: 'p',
    store,
    get state() {
      return store.getState();
    },
    loadLayer: () => undefined,
    preview: () => undefined,
  } as unknown as MapSession;
  const texts = { title: 'Margins', description: '', heading: '' };
  const tool = projectTool({ kind: 'workflow', id }, texts, [
    { name: 'far', label: 'far', type: 'number', default: null, isRequired: true },
    { name: 'near', label: 'near', type: 'number', default: null },
  ]);
  shown(<ToolForm session={session} layerId="" tool={tool} onBack={() => undefined} />);
  const run = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Run' });
  expect(run().disabled).toBe(true);
  expect(screen.getByText('“far” needs a value')).toBeTruthy();
  expect(screen.getAllByText('Enter a number')).toHaveLength(1);
  fireEvent.change(screen.getByLabelText('far'), { target: { value: '4' } });
  expect(run().disabled).toBe(false);
});
