import {
  addToWorkflow,
  newGeneralNode,
  readWorkflowGraph,
  removeFromWorkflow,
  setNodeData,
  setToolParameter,
  setWorkflowParameter,
} from '@groma/model';
import { renderHook } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { bringTexts } from '../../../platform/text.ts';
import { sayText } from '../workflows/say-workflow.ts';
import { connectionProblem, connectNodes, connectWhereFits } from './connect-nodes.ts';
import { copyNodes, readCopied } from './copied-nodes.ts';
import { portNames } from './graph-context.ts';
import { useGraphUndo } from './graph-undo.ts';
import { freePlace, makeNode } from './new-nodes.ts';

beforeAll(bringTexts);

const place = { x: 0, y: 0 };
function newDoc() {
  const doc = new Y.Doc();
  const nodes = [
    newGeneralNode('data', 'roads', place, { label: 'Roads & paths' }),
    newGeneralNode('tool', 'buffer', place, { label: 'Buffer', tool: 'buffer' }),
    newGeneralNode('tool', 'clip', place, { label: 'Clip', tool: 'layer_intersection' }),
    newGeneralNode('query', 'query', place, { label: 'Query' }),
    newGeneralNode('save', 'save', place, { label: 'Save' }),
  ];
  addToWorkflow(doc, { nodes, edges: [] });
  return doc;
}
const graphOf = (doc: Y.Doc) => readWorkflowGraph(doc);
const problem = (doc: Y.Doc, source: string, target: string, targetHandle: string | null = null) => {
  const found = connectionProblem(graphOf(doc), { source, target, targetHandle });
  return found && sayText(found);
};

test('[WFL-191] a wire that does not fit says why: taken ports, circles, ports that are not there', () => {
  const doc = newDoc();
  connectNodes(doc, graphOf(doc), 'roads', 'buffer', { targetHandle: 'features' });
  connectNodes(doc, graphOf(doc), 'buffer', 'query', { targetHandle: '+' });
  expect(problem(doc, 'roads', 'buffer', 'features')).toBe('“Features” takes one connection only');
  expect(problem(doc, 'buffer', 'buffer')).toBe('A node cannot be connected to itself');
  expect(problem(doc, 'query', 'buffer', 'features')).toBe('“Features” takes one connection only');
  expect(problem(doc, 'save', 'buffer', 'features')).toBe('There is no port “”');
  removeFromWorkflow(doc, { edges: [graphOf(doc).edges.find(({ target }) => target === 'buffer')!.id] });
  expect(problem(doc, 'query', 'buffer', 'features')).toMatch(/^This connection would close a circle: .*Buffer/);
  expect(problem(doc, 'roads', 'buffer', 'features')).toBeNull();
});

test('[WFL-192] what is connected to a query becomes a table named for it, each of its own', () => {
  const doc = newDoc();
  const node = () => graphOf(doc).nodes.find(({ id }) => id === 'query')!;
  expect(portNames(graphOf(doc), node()).inputs).toEqual(['+']);
  connectNodes(doc, graphOf(doc), 'roads', 'query', { targetHandle: '+' });
  connectNodes(doc, graphOf(doc), 'roads', 'query', { targetHandle: '+' });
  connectNodes(doc, graphOf(doc), 'buffer', 'query', { targetHandle: '+' });
  expect(portNames(graphOf(doc), node()).inputs).toEqual(['roads_paths', 'roads_paths_2', 'buffer', '+']);
});

test('[WFL-193] a new node is connected with what leads to it, at the first port that fits', () => {
  const doc = newDoc();
  expect(connectWhereFits(doc, graphOf(doc), 'roads', 'clip', 'out')).toBe(true);
  expect(connectWhereFits(doc, graphOf(doc), 'buffer', 'clip', 'out')).toBe(true);
  expect(connectWhereFits(doc, graphOf(doc), 'save', 'clip', null)).toBe(false);
  const ports = graphOf(doc).edges.map(({ source, targetHandle }) => `${source} ${targetHandle}`);
  expect(ports.toSorted()).toEqual(['buffer other', 'roads features']);
  expect(makeNode('tool:buffer', place)).toMatchObject({ type: 'tool', data: { label: 'Buffer', tool: 'buffer' } });
});

test('[WFL-070] a new node is named for its kind, one that runs a tool for the tool', () => {
  const labels = (['query', 'condition', 'note', 'tool:buffer'] as const).map(
    (type) => makeNode(type, place).data.label,
  );
  expect(labels).toEqual(['New Query Node', 'New Condition Node', 'New Note Node', 'Buffer']);
});

test('[WFL-149] nodes of general graphs are copied with their ports, and parameters of tools stay apart', () => {
  const doc = newDoc();
  connectNodes(doc, graphOf(doc), 'roads', 'clip', { sourceHandle: 'out', targetHandle: 'other' });
  let made = 0;
  const pasted = readCopied(copyNodes(graphOf(doc), new Set(['roads', 'clip']))!, () => `p${(made += 1)}`)!;
  expect(pasted.edges).toMatchObject([{ sourceHandle: 'out', targetHandle: 'other' }]);
});

test('[WFL-207] copied nodes bring the parameters that they use; one of the same name stays as it is', () => {
  const doc = newDoc();
  for (const name of ['radius', 'least', 'other'])
    setWorkflowParameter(doc, name, { type: 'number', default: 5, required: true, choices: [], order: 1 });
  setToolParameter(doc, 'buffer', 'radius', { $parameter: 'radius' });
  setNodeData(doc, 'query', { query: 'SELECT * FROM a WHERE x > $least' });
  const text = copyNodes(graphOf(doc), new Set(['buffer', 'query']))!;
  const namesIn = (graph: Parameters<typeof readCopied>[2]) =>
    readCopied(text, () => crypto.randomUUID(), graph)!.parameters?.map(({ name }) => name);
  expect(namesIn({})?.toSorted()).toEqual(['least', 'radius']);
  expect(namesIn({ parameters: graphOf(doc).parameters?.filter(({ name }) => name === 'radius') })).toEqual(['least']);
});

test('[WFL-148] one undoes a change of a parameter of the workflow', () => {
  const doc = newDoc();
  const { result } = renderHook(() => useGraphUndo(doc));
  setWorkflowParameter(doc, 'radius', { type: 'number', default: 5, required: true, choices: [], order: 1 });
  expect(graphOf(doc).parameters).toHaveLength(1);
  result.current.undo();
  expect(graphOf(doc).parameters).toBeUndefined();
});

test('[WFL-071] a new node stands somewhere within 400 by 400, and covers no other', () => {
  const size = { width: 208, height: 68 };
  const others = [{ position: { x: 0, y: 0 } }, { position: { x: 200, y: 300 } }];
  const places = Array.from({ length: 200 }, () => freePlace(others, size));
  expect(new Set(places.map(({ x }) => x)).size).toBeGreaterThan(100);
  for (const { x, y } of places) {
    expect(Math.max(x, y)).toBeLessThan(400);
    for (const { position } of others)
      expect(Math.abs(x - position.x) >= size.width || Math.abs(y - position.y) >= size.height).toBe(true);
  }
});
