import { addToWorkflow, newWorkflowGraph, setNodeData } from '@groma/model';
import { act, render, renderHook, screen } from '@testing-library/react';
import { memo } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { startTexts } from '../../../platform/text.ts';
import { GraphDocument, useGraph, useGraphNode } from '../graph/use-graph.ts';
import { useFlowEdges } from './use-flow-edges.ts';
import { useFlowNodes } from './use-flow-nodes.ts';

beforeAll(() => startTexts());

function newDoc() {
  let made = 0;
  const doc = new Y.Doc();
  addToWorkflow(
    doc,
    newWorkflowGraph(() => `n${(made += 1)}`),
  );
  return doc;
}

test('[WFL-230] while people write in a node React Flow is told nothing; the name follows after a pause', () => {
  vi.useFakeTimers();
  const doc = newDoc();
  const [issues, steps, dragged, selected] = [[], new Map(), new Map(), new Set(['n2'])];
  const { result } = renderHook(() => useFlowNodes(useGraph(doc), issues, steps, dragged, selected));
  const before = result.current;
  act(() => setNodeData(doc, 'n1', { label: 'Rivers', includePath: '/data/rivers.shp' }));
  expect(result.current).toBe(before);
  act(() => void vi.advanceTimersByTime(310));
  expect(result.current.map(({ ariaLabel }) => ariaLabel)).toEqual(['Rivers', 'Format Conversion', 'Output Data']);
  expect(result.current[2]).toBe(before[2]);
  vi.useRealTimers();
});

test('[WFL-230] what is written in a node draws that node alone', () => {
  const doc = newDoc();
  const drawn: string[] = [];
  const Node = memo(function Node({ id }: { id: string }) {
    drawn.push(id);
    return <p>{useGraphNode(id)?.data.label}</p>;
  });
  render(
    <GraphDocument value={doc}>
      <Node id="n1" />
      <Node id="n2" />
    </GraphDocument>,
  );
  drawn.length = 0;
  act(() => setNodeData(doc, 'n1', { label: 'Rivers' }));
  expect(drawn).toEqual(['n1']);
  expect(screen.getByText('Rivers')).toBeTruthy();
});

test('[SHL-170] a connection is named by what it connects, and stays the same while people write', () => {
  vi.useFakeTimers();
  const doc = newDoc();
  const none: ReadonlySet<string> = new Set();
  const { result } = renderHook(() => useFlowEdges(useGraph(doc), none));
  const before = result.current;
  act(() => setNodeData(doc, 'n1', { label: 'Rivers', includePath: '/data/rivers.shp' }));
  expect(result.current).toBe(before);
  act(() => void vi.advanceTimersByTime(310));
  expect(result.current.map(({ ariaLabel }) => ariaLabel)).toEqual([
    'Connection from “Rivers” to “Format Conversion”',
    'Connection from “Format Conversion” to “Output Data”',
  ]);
  expect(result.current[1]).toBe(before[1]);
  vi.useRealTimers();
});
