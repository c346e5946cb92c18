import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { newGeneralNode } from './general-node.ts';
import { newWorkflowGraph } from './new-node.ts';
import {
  addToWorkflow,
  moveNodes,
  readWorkflowGraph,
  removeFromWorkflow,
  setNodeData,
  setToolParameter,
  setWorkflowParameter,
  upgradeWorkflow,
  workflowEdges,
  workflowNodes,
} from './workflow-document.ts';
import { workflowParameter } from './workflow-parameter.ts';

let made = 0;
const nextId = () => `n${(made += 1)}`;

/** A document with a new workflow, a copy of it that somebody else has, and what brings both in step. */
function twoPeople() {
  made = 0;
  const [ann, ben] = [new Y.Doc(), new Y.Doc()];
  addToWorkflow(ann, newWorkflowGraph(nextId));
  const merge = () => {
    Y.applyUpdate(ben, Y.encodeStateAsUpdate(ann));
    Y.applyUpdate(ann, Y.encodeStateAsUpdate(ben));
  };
  merge();
  return { ann, ben, merge };
}

test('[WFL-026, WFL-030, WFL-134] a document holds the graph that was written into it', () => {
  const { ben } = twoPeople();
  made = 0;
  const { nodes, edges } = readWorkflowGraph(ben);
  expect(nodes).toEqual(newWorkflowGraph(nextId).nodes);
  expect(edges.map(({ source, target }) => [source, target])).toEqual([
    ['n1', 'n2'],
    ['n2', 'n3'],
  ]);
});

test('[WFL-134] edits of different fields of one node merge, and so do moves', () => {
  const { ann, ben, merge } = twoPeople();
  setNodeData(ann, 'n1', { label: 'Scenes' });
  setNodeData(ben, 'n1', { includePath: '/data/a.tif' });
  moveNodes(ben, new Map([['n1', { x: 5, y: 6 }]]));
  merge();
  for (const doc of [ann, ben])
    expect(readWorkflowGraph(doc).nodes[0]).toMatchObject({
      position: { x: 5, y: 6 },
      data: { label: 'Scenes', includePath: '/data/a.tif' },
    });
});

test('[WFL-188] what two people type into one text at once is all there; what is chosen is one of both', () => {
  const { ann, ben, merge } = twoPeople();
  setNodeData(ann, 'n1', { includePath: '/data/a.tif' });
  merge();
  setNodeData(ann, 'n1', { includePath: '/data/a.tif\n/data/ann.tif', dataType: 'vector' });
  setNodeData(ben, 'n1', { includePath: '/data/ben.tif\n/data/a.tif', dataType: 'raster' });
  merge();
  const [, both] = [ann, ben].map((doc) => readWorkflowGraph(doc).nodes[0]!.data);
  expect(readWorkflowGraph(ann).nodes[0]!.data).toEqual(both);
  expect(both).toMatchObject({ includePath: '/data/ben.tif\n/data/a.tif\n/data/ann.tif' });
  expect(['vector', 'raster']).toContain((both as { dataType: string }).dataType);
});

test('[WFL-188] a text of an earlier document, which is a plain string, is changed like any other', () => {
  const { ann } = twoPeople();
  const data = workflowNodes(ann).get('n1')!.get('data') as Y.Map<unknown>;
  data.set('label', 'Scenes');
  setNodeData(ann, 'n1', { label: 'Scenes of May' });
  setNodeData(ann, 'n1', { label: 'All scenes of May' }, { label: 'Scenes of May' });
  expect(readWorkflowGraph(ann).nodes[0]!.data.label).toBe('All scenes of May');
  setNodeData(ann, 'n1', { label: { $parameter: 'far' } });
  setNodeData(ann, 'n1', { label: '' });
  expect(readWorkflowGraph(ann).nodes[0]!.data.label).toBe('');
});

test('[WFL-188] a text of an earlier document that is made live holds what two people type into it first', () => {
  const { ann, ben, merge } = twoPeople();
  const data = workflowNodes(ann).get('n1')!.get('data') as Y.Map<unknown>;
  data.set('label', 'Scenes');
  workflowNodes(ann).set('broken', 'no node' as never);
  upgradeWorkflow(ann);
  merge();
  let changes = 0;
  ann.on('update', () => (changes += 1));
  upgradeWorkflow(ann);
  expect(changes).toBe(0);
  setNodeData(ann, 'n1', { label: 'All Scenes' });
  setNodeData(ben, 'n1', { label: 'Scenes of May' });
  merge();
  for (const doc of [ann, ben]) expect(readWorkflowGraph(doc).nodes[0]!.data.label).toBe('All Scenes of May');
});

test('[WFL-188] a node whose text two people have made too long stays, with the text cut', () => {
  const { ann, ben, merge } = twoPeople();
  addToWorkflow(ann, {
    nodes: [
      newGeneralNode('note', 'note', { x: 0, y: 0 }, { label: 'Note', text: 'x'.repeat(9_999) }),
      newGeneralNode('save', 'save', { x: 0, y: 0 }, { label: 'Kept', path: '/data/a.geojson' }),
    ],
    edges: [],
  });
  merge();
  setNodeData(ann, 'note', { text: `${'x'.repeat(9_999)}a` });
  setNodeData(ben, 'note', { text: `b${'x'.repeat(9_999)}` });
  setNodeData(ben, 'save', { path: `/data/${'y'.repeat(2_000)}`, label: 'z'.repeat(300) });
  merge();
  const { nodes } = readWorkflowGraph(ann);
  expect(nodes.find(({ id }) => id === 'note')?.data).toMatchObject({ text: `b${'x'.repeat(9_999)}` });
  expect(nodes.find(({ id }) => id === 'save')?.data).toMatchObject({
    path: `/data/${'y'.repeat(994)}`,
    label: 'z'.repeat(200),
  });
});

test('[WFL-134] a connection to a node that somebody deletes meanwhile is not shown; a deleted node takes its own along', () => {
  const { ann, ben, merge } = twoPeople();
  removeFromWorkflow(ann, { nodes: ['n3'] });
  addToWorkflow(ben, {
    nodes: [],
    edges: [{ id: 'late', source: 'n1', target: 'n3', type: 'default', data: {} }],
  });
  merge();
  for (const doc of [ann, ben])
    expect(readWorkflowGraph(doc).edges.map(({ source, target }) => `${source} ${target}`)).toEqual(['n1 n2']);
  removeFromWorkflow(ann, { edges: [...workflowEdges(ann).keys()] });
  setNodeData(ann, 'n3', { label: 'of nobody' });
  expect(readWorkflowGraph(ann).edges).toEqual([]);
});

test('[WFL-134] what is malformed in a document is left out', () => {
  const { ann } = twoPeople();
  workflowNodes(ann).set('n1', 'no node' as never);
  workflowNodes(ann).set('n2', new Y.Map([['type', 'virus']]) as never);
  workflowEdges(ann).set('e', new Y.Map([['source', 7]]) as never);
  expect(readWorkflowGraph(ann)).toMatchObject({ nodes: [{ id: 'n3' }], edges: [] });
});

test('[WFL-156] parameters of a tool and of the workflow merge field by field', () => {
  const { ann, ben, merge } = twoPeople();
  const tool = newGeneralNode(
    'tool',
    't',
    { x: 0, y: 0 },
    { label: 'Buffer', tool: 'buffer', parameters: { radius: 1 } },
  );
  addToWorkflow(ann, {
    nodes: [tool],
    edges: [],
    parameters: [workflowParameter.parse({ name: 'far', type: 'number' })],
  });
  merge();
  setToolParameter(ann, 't', 'radius', { $parameter: 'far' });
  setToolParameter(ben, 't', 'segments', 4);
  setWorkflowParameter(ann, 'far', { default: 7 });
  setWorkflowParameter(ben, 'far', { required: true });
  merge();
  for (const doc of [ann, ben]) {
    const { nodes, parameters } = readWorkflowGraph(doc);
    expect(nodes.at(-1)?.data).toMatchObject({ parameters: { radius: { $parameter: 'far' }, segments: 4 } });
    expect(parameters).toMatchObject([{ name: 'far', type: 'number', default: 7, required: true }]);
  }
  setToolParameter(ann, 't', 'segments', undefined);
  setWorkflowParameter(ann, 'far', null);
  expect(readWorkflowGraph(ann).parameters).toBeUndefined();
});
