import { addToWorkflow, newGeneralNode, nodesOf, readWorkflowGraph, setWorkflowParameter } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { queryClient } from '../../../platform/api.ts';
import { setProject } from '../../../platform/session.ts';
import { bringTexts } from '../../../platform/text.ts';
import { useGraph, useIssues } from '../graph/use-graph.ts';
import { SidePanel } from './side-panel.tsx';

beforeAll(async () => {
  await bringTexts();
  setProject({ id: 'project' } as Parameters<typeof setProject>[0]);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});
const place = { x: 0, y: 0 };
function newDoc() {
  const doc = new Y.Doc();
  const nodes = [
    newGeneralNode('tool', 'buffer', place, { label: 'Buffer', tool: 'buffer' }),
    newGeneralNode('condition', 'if', place, { label: 'Enough?' }),
    newGeneralNode('query', 'query', place, { label: 'Query' }),
    newGeneralNode('note', 'note', place, { label: 'Note' }),
  ];
  addToWorkflow(doc, { nodes, edges: [] });
  return doc;
}

function Shown({ doc, selected }: { doc: Y.Doc; selected: string | null }) {
  const graph = useGraph(doc);
  return (
    <SidePanel
      doc={doc}
      graph={graph}
      issues={useIssues(graph)}
      selected={new Set(selected === null ? [] : [selected])}
      isEditable
      isOpen
      onToggle={() => undefined}
      onSelect={() => undefined}
      starts={null}
      history={null}
    />
  );
}

const draw = (doc: Y.Doc, selected: string | null) => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ data: [] })));
  render(
    <QueryClientProvider client={queryClient}>
      <GromaProvider>
        <Shown doc={doc} selected={selected} />
      </GromaProvider>
    </QueryClientProvider>,
  );
};
const toolOf = (doc: Y.Doc) => nodesOf(readWorkflowGraph(doc), 'tool')[0]!.data.parameters;

function choose(name: string, option: string): void {
  const field = screen.getByRole('combobox', { name });
  fireEvent.click(field);
  fireEvent.click(within(document.getElementById(field.getAttribute('aria-controls')!)!).getByText(option));
}

test('[SHL-096] what is typed into a note is in the document at once', () => {
  const doc = newDoc();
  draw(doc, 'note');
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Ask Ann' } });
  expect(nodesOf(readWorkflowGraph(doc), 'note')[0]!.data.text).toBe('Ask Ann');
});

test('[WFL-194] the editor of a tool is its generated form; a field can take its value from a parameter and back', () => {
  const doc = newDoc();
  setWorkflowParameter(doc, 'width', { type: 'number', default: 5, required: false, choices: [], order: 1 });
  draw(doc, 'buffer');
  fireEvent.change(screen.getByLabelText(/^Radius/), { target: { value: '25' } });
  expect(toolOf(doc)['radius']).toBe(25);
  choose('Take “Radius” from a parameter', '$width');
  expect(toolOf(doc)['radius']).toEqual({ $parameter: 'width' });
  choose('Radius', 'A value of its own');
  expect('radius' in toolOf(doc)).toBe(false);
});

test('[WFL-195] the overview says that a workflow is general, and edits its parameters', () => {
  const doc = newDoc();
  draw(doc, null);
  expect(screen.getByText('General workflow: any steps, each after what it needs.')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Condition' })).toBeDefined();
  const name = screen.getByLabelText(/^Name of a new parameter/);
  fireEvent.change(name, { target: { value: '2 wide' } });
  expect(screen.getByText(/is no name for a parameter/)).toBeDefined();
  fireEvent.change(name, { target: { value: 'wide' } });
  fireEvent.click(screen.getByRole('button', { name: 'Add parameter' }));
  expect(readWorkflowGraph(doc).parameters).toMatchObject([{ name: 'wide', type: 'number', required: false }]);
});

test('[WFL-191] the keyboard connects each port of a condition', () => {
  const doc = newDoc();
  draw(doc, 'if');
  choose('Connect “Yes” to', 'Query');
  expect(readWorkflowGraph(doc).edges).toMatchObject([
    { source: 'if', sourceHandle: 'yes', target: 'query', targetHandle: 'enough' },
  ]);
});

test('[WFL-187] choices of a parameter are typed one after another', () => {
  const doc = newDoc();
  setWorkflowParameter(doc, 'pick', { type: 'choice', default: null, required: false, choices: [], order: 1 });
  draw(doc, null);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Choices', hidden: true });
  for (const letter of 'red, dark green ,') fireEvent.change(field, { target: { value: field.value + letter } });
  expect(field.value).toBe('red, dark green ,');
  expect(readWorkflowGraph(doc).parameters?.[0]?.choices).toEqual(['red', 'dark green']);
  act(() => setWorkflowParameter(doc, 'pick', { choices: ['blue'] }));
  expect(field.value).toBe('blue');
});

test('[WFL-204] the files of a loop are named by a pattern, and become one result or a file each', () => {
  const doc = new Y.Doc();
  const nodes = [
    newGeneralNode('files', 'each', place, { label: 'Each' }),
    newGeneralNode('collect', 'all', place, { label: 'All' }),
  ];
  addToWorkflow(doc, { nodes, edges: [] });
  const dataOf = (id: string) => readWorkflowGraph(doc).nodes.find((node) => node.id === id)!.data;
  draw(doc, 'each');
  fireEvent.change(screen.getByLabelText('Folder or pattern'), { target: { value: '/data/in/*.gpkg' } });
  expect(dataOf('each')).toMatchObject({ pattern: '/data/in/*.gpkg', atOnce: 2 });
  cleanup();
  draw(doc, 'all');
  expect(screen.queryByLabelText('Folder of the files')).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'A file each' }));
  fireEvent.change(screen.getByLabelText('Folder of the files'), { target: { value: '/data/out/' } });
  choose('Format', '.parquet');
  expect(dataOf('all')).toMatchObject({ to: 'files', folder: '/data/out/', ending: '.parquet' });
});

test('[WFL-200] a data node is named as an input, and a save is a result', () => {
  const doc = new Y.Doc();
  const nodes = [
    newGeneralNode('data', 'from', place, { label: 'From' }),
    newGeneralNode('save', 'to', place, { label: 'To' }),
  ];
  addToWorkflow(doc, { nodes, edges: [] });
  const dataOf = (id: string) => readWorkflowGraph(doc).nodes.find((node) => node.id === id)!.data;
  draw(doc, 'from');
  fireEvent.change(screen.getByLabelText('Input of the tool'), { target: { value: 'roads' } });
  expect(dataOf('from')).toMatchObject({ input: 'roads' });
  cleanup();
  draw(doc, 'to');
  fireEvent.click(screen.getByRole('radio', { name: 'Result' }));
  expect(dataOf('to')).toMatchObject({ to: 'result' });
  expect(screen.queryByLabelText('Map')).toBeNull();
});
