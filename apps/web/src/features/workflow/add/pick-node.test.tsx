import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryClient } from '../../../platform/api.ts';
import { setProject } from '../../../platform/session.ts';
import { bringTexts, t } from '../../../platform/text.ts';
import { dialogStore } from '../../../registry/dialog.ts';
import { detailOf } from '../canvas/flow-node.tsx';
import { portNames } from '../graph/graph-context.ts';
import { makeNode } from '../graph/new-nodes.ts';
import { pickNode } from './pick-node.tsx';

beforeAll(async () => {
  await bringTexts();
  setProject({ id: 'project' } as Parameters<typeof setProject>[0]);
  const texts = { title: 'Make points', description: 'Of the team', heading: 'Ours' };
  const offered = {
    id: `notebook:${notebookId}`,
    ...texts,
    notebook_id: notebookId,
    database_id: null,
    workflow_id: null,
    query: null,
    fields: [],
    version: '1',
    parameters: {},
  };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: [offered] })));
});
afterEach(cleanup);

const notebookId = 'a5c2f5a0-7c3e-4f0e-9c52-0d8ad7a3e001';

test('[WFL-193, WFL-168] a node is found by its name or help and chosen by the keyboard alone', async () => {
  const picked = vi.fn<(wanted: string) => void>();
  pickNode(picked);
  const { Component } = dialogStore.getState().dialogs.at(-1)!;
  render(
    <GromaProvider>
      <QueryClientProvider client={queryClient}>
        <Component opened onClose={() => undefined} />
      </QueryClientProvider>
    </GromaProvider>,
  );
  const search = screen.getByRole('combobox', { name: 'Search tools and steps' });
  expect(screen.getAllByRole('option')[0]!.textContent).toContain('Data');
  fireEvent.change(search, { target: { value: 'nothing is called this' } });
  expect(screen.getByText('No step has this name')).toBeDefined();
  fireEvent.change(search, { target: { value: 'sql over' } });
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(picked.mock.lastCall).toEqual(['query']);
  fireEvent.change(search, { target: { value: '' } });
  fireEvent.keyDown(search, { key: 'ArrowDown' });
  fireEvent.keyDown(search, { key: 'Enter' });
  expect(picked.mock.lastCall).toEqual(['query']);
  fireEvent.change(search, { target: { value: 'buffer' } });
  expect(screen.getAllByRole('option').some(({ textContent }) => textContent?.startsWith('Buffer'))).toBe(true);
  fireEvent.change(search, { target: { value: 'the team' } });
  expect(await screen.findByRole('group', { name: 'Ours' })).toBeDefined();
  fireEvent.keyDown(search, { key: 'Enter' });
  const chosen = picked.mock.lastCall![0];
  expect(chosen).toBe(`tool:notebook:${notebookId}`);
  const place = { x: 0, y: 0 };
  const node = makeNode(chosen as Parameters<typeof makeNode>[0], place);
  expect(node).toMatchObject({ type: 'tool', data: { label: 'Make points', tool: `notebook:${notebookId}` } });
  const graph = { nodes: [node], edges: [] };
  expect(portNames(graph, node)).toEqual({ inputs: [], outputs: ['out'] });
  expect(detailOf(node, t)).toBe('Make points');
});
