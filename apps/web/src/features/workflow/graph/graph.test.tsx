import {
  addToWorkflow,
  newWorkflowGraph,
  readWorkflowGraph,
  removeFromWorkflow,
  setNodeData,
  setWorkflowParameter,
} from '@groma/model';
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { canConnect, connectNodes } from './connect-nodes.ts';
import { copyNodes, readCopied } from './copied-nodes.ts';
import { applyUndoKey } from '../../../platform/live-text/undo-key.ts';
import { useGraphUndo } from './graph-undo.ts';
import { useGraph, useIssues } from './use-graph.ts';

let made = 0;
const nextId = () => `n${(made += 1)}`;
function newDoc() {
  made = 0;
  const doc = new Y.Doc();
  addToWorkflow(doc, newWorkflowGraph(nextId));
  return doc;
}

test('[WFL-076, WFL-077] the canvas offers no connection into an input, out of an output, to itself or twice', () => {
  const graph = readWorkflowGraph(newDoc());
  const [input, conversion, output] = ['n1', 'n2', 'n3'];
  expect(canConnect(graph, input, output)).toBe(true);
  for (const [from, to] of [
    [conversion, input],
    [output, conversion],
    [conversion, conversion],
    [input, conversion],
    [input, 'nowhere'],
  ] as const)
    expect([from, to, canConnect(graph, from, to)]).toEqual([from, to, false]);
});

test('[WFL-072] connections made within one millisecond have ids of their own', () => {
  const doc = newDoc();
  removeFromWorkflow(doc, { edges: readWorkflowGraph(doc).edges.map(({ id }) => id) });
  vi.spyOn(Date, 'now').mockReturnValue(1_000);
  connectNodes(doc, readWorkflowGraph(doc), 'n1', 'n2');
  connectNodes(doc, readWorkflowGraph(doc), 'n2', 'n3');
  connectNodes(doc, readWorkflowGraph(doc), 'n3', 'n1');
  vi.restoreAllMocks();
  expect(readWorkflowGraph(doc).edges.map(({ id }) => id)).toEqual(['edge-1000', 'edge-1001']);
});

test('[WFL-149] nodes are copied with the connections between them and get new ids; any other text is none', () => {
  const graph = readWorkflowGraph(newDoc());
  const text = copyNodes(graph, new Set(['n1', 'n2']))!;
  const pasted = readCopied(text, nextId)!;
  expect(pasted.nodes.map(({ id, type, position }) => [id, type, position.x])).toEqual([
    ['n4', 'input', 80],
    ['n5', 'conversion', 380],
  ]);
  expect(pasted.edges.map(({ source, target }) => [source, target])).toEqual([['n4', 'n5']]);
  expect(copyNodes(graph, new Set())).toBeNull();
  for (const other of ['/data/a.tif', '{"groma":"workflow-nodes","nodes":[{"id":"x"}],"edges":[]}', '[]'])
    expect(readCopied(other, nextId)).toBeNull();
});

test('[WFL-066] a graph is checked 300 ms after a change', () => {
  vi.useFakeTimers();
  const doc = newDoc();
  const { result } = renderHook(() => useIssues(useGraph(doc)).map(({ message }) => message));
  expect(result.current).toEqual(['Include paths are required and cannot be empty']);
  act(() => setNodeData(doc, 'n1', { includePath: '/data/a.tif' }));
  act(() => void vi.advanceTimersByTime(290));
  expect(result.current).toHaveLength(1);
  act(() => void vi.advanceTimersByTime(20));
  expect(result.current).toEqual([]);
  vi.useRealTimers();
});

test('[WFL-222] of a change only what it touches is read again; all else of the graph stays the same objects', () => {
  const doc = newDoc();
  setWorkflowParameter(doc, 'far', { type: 'number', default: 1, required: true, choices: [], order: 0 });
  const { result } = renderHook(() => useGraph(doc));
  const before = result.current;
  expect(before.parameters).toHaveLength(1);
  act(() => setNodeData(doc, 'n1', { label: 'Rivers' }));
  expect(result.current.nodes[0]!.data.label).toBe('Rivers');
  expect(result.current.nodes[1]).toBe(before.nodes[1]);
  expect(result.current.parameters).toBe(before.parameters);
  expect(result.current.edges.map((edge, at) => edge === before.edges[at])).toEqual([true, true]);
  act(() => removeFromWorkflow(doc, { nodes: ['n2'] }));
  expect(result.current.nodes.map(({ id }) => id)).toEqual(['n1', 'n3']);
  expect(result.current.edges).toEqual([]);
});

test('[WFL-148] two things that are done at once are undone one by one, letters of a word together', () => {
  const doc = newDoc();
  const { result } = renderHook(() => useGraphUndo(doc));
  const labels = () => readWorkflowGraph(doc).nodes.map(({ data }) => data.label);
  for (const label of ['R', 'Ri', 'Riv']) setNodeData(doc, 'n1', { label });
  removeFromWorkflow(doc, { nodes: ['n2'] });
  removeFromWorkflow(doc, { nodes: ['n3'] });
  expect(labels()).toEqual(['Riv']);
  const steps = [];
  while (result.current.undo()) steps.push(labels().length);
  expect(steps).toEqual([2, 3, 3]);
  expect(labels()[0]).toBe('Input Data');
});

test('[WFL-148] one undoes what one has done oneself; what others have done stays', () => {
  const doc = newDoc();
  const { result } = renderHook(() => useGraphUndo(doc));
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc), 'server');
  setNodeData(doc, 'n1', { label: 'Mine' });
  setNodeData(other, 'n2', { label: 'Theirs' });
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other), 'server');
  const labels = () => readWorkflowGraph(doc).nodes.map(({ data }) => data.label);
  expect(labels()).toEqual(['Mine', 'Theirs', 'Output Data']);
  const key = (name: string, more: object = {}) => new KeyboardEvent('keydown', { key: name, ctrlKey: true, ...more });
  expect(applyUndoKey(key('z'), result.current)).toBe(true);
  expect(labels()).toEqual(['Input Data', 'Theirs', 'Output Data']);
  expect(applyUndoKey(key('Z', { shiftKey: true }), result.current)).toBe(true);
  expect(labels()).toEqual(['Mine', 'Theirs', 'Output Data']);
  expect(applyUndoKey(key('x'), result.current)).toBe(false);
});
