import { addToWorkflow, newWorkflowGraph, readWorkflowGraph, setNodeData } from '@groma/model';
import { GromaProvider } from '@groma/ui';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import * as Y from 'yjs';
import { putFiles } from '../../../registry/file-drag.ts';
import { useGraph, useIssues } from '../graph/use-graph.ts';
import { SidePanel } from './side-panel.tsx';

afterEach(cleanup);

const ids = ['in', 'con', 'out'];
function newDoc() {
  let at = 0;
  const doc = new Y.Doc();
  addToWorkflow(
    doc,
    newWorkflowGraph(() => ids[at++]!),
  );
  return doc;
}

function Shown({ doc, selected, isEditable }: { doc: Y.Doc; selected: string | null; isEditable: boolean }) {
  const graph = useGraph(doc);
  return (
    <SidePanel
      doc={doc}
      graph={graph}
      issues={useIssues(graph)}
      selected={new Set(selected === null ? [] : [selected])}
      isEditable={isEditable}
      isOpen
      onToggle={() => undefined}
      onSelect={() => undefined}
      starts={null}
      history={<p>history</p>}
    />
  );
}

const draw = (doc: Y.Doc, selected: string | null, isEditable = true) =>
  render(
    <GromaProvider>
      <Shown doc={doc} selected={selected} isEditable={isEditable} />
    </GromaProvider>,
  );
const dataOf = (doc: Y.Doc, id: string): Record<string, unknown> =>
  readWorkflowGraph(doc).nodes.find((node) => node.id === id)!.data;
/** Chooses an option of one of the lists. */
function choose(name: string, option: string): void {
  const box = screen.getByRole('combobox', { name });
  fireEvent.click(box);
  const list = document.getElementById(box.getAttribute('aria-controls')!)!;
  fireEvent.click(within(list).getByRole('option', { name: option, hidden: true }));
}
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

test('[WFL-012, WFL-015] without a selection the side panel has the overview with counts, labels and the history', () => {
  draw(newDoc(), null);
  for (const text of [
    'Overview',
    'Inputs: 1',
    'Conversions: 1',
    'Outputs: 1',
    'Input Data',
    'Format Conversion',
    'history',
  ])
    expect(screen.getByText(text)).toBeDefined();
});

test('[WFL-022, WFL-023, WFL-073] an input has label, paths and a drop zone that takes files from Files, each once', () => {
  const doc = newDoc();
  draw(doc, 'in');
  fireEvent.change(field(/^Label/), { target: { value: 'Scenes' } });
  fireEvent.change(field(/^Include paths/), { target: { value: '/data/a.tif' } });
  fireEvent.change(field(/^Exclude paths/), { target: { value: '/data/b.tif' } });
  const kept = new Map<string, string>();
  const dataTransfer = {
    setData: (kind: string, text: string) => void kept.set(kind, text),
    getData: (kind: string) => kept.get(kind) ?? '',
    get types() {
      return [...kept.keys()];
    },
  };
  putFiles(dataTransfer as never, [
    { path: '/data/a.tif', isDir: false },
    { path: '/data/more', isDir: true },
  ]);
  fireEvent.drop(screen.getByText('Drop files from Files here'), { dataTransfer });
  expect(dataOf(doc, 'in')).toMatchObject({
    label: 'Scenes',
    includePath: '/data/a.tif, /data/more/',
    excludePath: '/data/b.tif',
  });
  for (const name of ['Data type', 'Format']) expect(screen.getByRole('combobox', { name })).toBeDefined();
});

test('[WFL-024, WFL-085, WFL-086, WFL-087] the folder of an output is saved only when it is empty or valid, and says how it is written', () => {
  const doc = newDoc();
  draw(doc, 'out');
  const folder = () => field(/^Output folder path/);
  expect(screen.getByText('Default to saving to the same source folder.')).toBeDefined();
  fireEvent.change(folder(), { target: { value: '/data/out' } });
  expect([folder().value, dataOf(doc, 'out')['path']]).toEqual(['/data/out', '']);
  expect(screen.getByText('Must start with /data/ and end with /.')).toBeDefined();
  fireEvent.change(folder(), { target: { value: '/data/out/' } });
  expect(dataOf(doc, 'out')['path']).toBe('/data/out/');
});

test('[WFL-025, WFL-063, WFL-064, WFL-065] a conversion has two types and formats; a change of the type chooses its first format', () => {
  const doc = newDoc();
  draw(doc, 'con');
  choose('Output type', 'Vector');
  expect(dataOf(doc, 'con')).toMatchObject({ outputType: 'vector', outputFormat: 'geojson', isValid: false });
  choose('Input type', 'Any');
  expect(dataOf(doc, 'con')).toMatchObject({ inputType: 'any', inputFormat: null, isValid: true });
});

test('[WFL-012, WFL-151] a node is connected and disconnected by the keyboard', () => {
  const doc = newDoc();
  draw(doc, 'in');
  fireEvent.click(screen.getByRole('button', { name: 'Disconnect from “Format Conversion”' }));
  expect(readWorkflowGraph(doc).edges).toHaveLength(1);
  choose('Connect to', 'Format Conversion');
  expect(
    readWorkflowGraph(doc)
      .edges.map(({ source, target }) => `${source} ${target}`)
      .toSorted(),
  ).toEqual(['con out', 'in con']);
});

test('[WFL-140] who may not edit reads, and can change nothing', () => {
  const doc = newDoc();
  setNodeData(doc, 'in', { includePath: '/data/a.tif' });
  draw(doc, 'in', false);
  expect(field(/^Label/).readOnly && field(/^Include paths/).readOnly).toBe(true);
  expect(screen.queryByText('Drop files from Files here')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete node' })).toBeNull();
});
