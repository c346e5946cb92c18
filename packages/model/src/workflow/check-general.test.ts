import { cpuUsage } from 'node:process';
import { expect, test } from 'vitest';
import { findTool } from '../tool/tools.ts';
import { checkGeneral, checkGraph, mostWorkflowNodes } from './check-general.ts';
import { newGeneralNode } from './general-node.ts';
import { newWorkflowGraph } from './new-node.ts';
import { workflowKind, type WorkflowEdge, type WorkflowGraph, type WorkflowNode } from './workflow-graph.ts';
import { workflowParameter } from './workflow-parameter.ts';
import { typeOfSource, wireProblem } from './workflow-ports.ts';

const context = { findTool };
const at = { x: 0, y: 0 };
const data = (id: string, reference: unknown = `file:/data/${id}.geojson`) =>
  newGeneralNode('data', id, at, { label: id, reference: reference as string });
const tool = (id: string, name: string, parameters = {}) =>
  newGeneralNode('tool', id, at, { label: id, tool: name, parameters });
const save = (id: string) => newGeneralNode('save', id, at, { label: id, to: 'file', path: `/data/${id}.parquet` });
const wire = (source: string, target: string, targetHandle?: string, sourceHandle?: string): WorkflowEdge => ({
  id: `${source} ${target} ${targetHandle ?? ''}`,
  source,
  target,
  ...(sourceHandle && { sourceHandle }),
  ...(targetHandle && { targetHandle }),
  type: 'default',
  data: {},
});
const errorsOf = (graph: WorkflowGraph, given?: Record<string, unknown>) =>
  checkGeneral(graph, { ...context, given })
    .filter(({ level }) => level === 'error')
    .map(({ message, resourceId }) => [message, resourceId]);

/** data → buffer → intersect ← data, saved. */
const good: WorkflowGraph = {
  nodes: [
    data('a'),
    data('b'),
    tool('buffer', 'buffer', { radius: 5 }),
    tool('join', 'layer_intersection'),
    save('out'),
  ],
  edges: [
    wire('a', 'buffer', 'features'),
    wire('buffer', 'join', 'features'),
    wire('b', 'join', 'other'),
    wire('join', 'out'),
  ],
};

test('[WFL-153] any node beside input, conversion and output makes a graph general', () => {
  const basic = newWorkflowGraph(() => crypto.randomUUID());
  expect(workflowKind(basic)).toBe('basic');
  expect(checkGraph({ ...basic, edges: [] }, context).map(({ type }) => type)).toContain('connection-count');
  const note = newGeneralNode('note', 'n', at, { label: 'Why' });
  expect(workflowKind({ nodes: [...basic.nodes, note] })).toBe('general');
  expect(checkGraph({ nodes: [note], edges: [] }, context).map(({ type }) => type)).toEqual(['nothing']);
});

test('[WFL-154] a graph of data, tools and what is saved has no issues', () => {
  expect(checkGeneral(good, context)).toEqual([]);
});

test('[WFL-154] hostile graphs are refused with what is wrong', () => {
  const without = (id: string): WorkflowGraph => ({ ...good, edges: good.edges.filter((edge) => edge.source !== id) });
  expect(errorsOf(without('b'))).toEqual([['“other” needs a connection', 'join']]);
  expect(errorsOf({ ...good, nodes: [...good.nodes, tool('x', 'rm -rf')] })).toEqual([
    ['There is no tool “rm -rf”', 'x'],
  ]);
  expect(errorsOf({ ...good, edges: [...good.edges, wire('b', 'buffer', 'features')] })).toEqual([
    ['“features” takes one connection only', 'buffer'],
    ['“features” takes one connection only', 'buffer'],
  ]);
  expect(errorsOf({ ...good, edges: [...good.edges, wire('a', 'buffer', 'nowhere')] })).toEqual([
    ['There is no port “nowhere”', 'buffer'],
  ]);
  const circle = {
    nodes: [tool('p', 'buffer'), tool('q', 'buffer')],
    edges: [wire('p', 'q', 'features'), wire('q', 'p', 'features')],
  };
  expect(errorsOf(circle)).toEqual([['Circular dependency detected: p → q → p', 'p']]);
  expect(errorsOf({ nodes: [data('a', 'layer:nonsense'), ...good.nodes.slice(1)], edges: good.edges })).toEqual([
    ['“layer:nonsense” is no name of data', 'a'],
  ]);
  const wrong = {
    ...good,
    nodes: good.nodes.map((node) => (node.id === 'buffer' ? tool('buffer', 'buffer', { radius: 'far' }) : node)),
  };
  expect(errorsOf(wrong)).toEqual([[expect.stringMatching(/^radius: /), 'buffer']]);
  const many = Array.from({ length: mostWorkflowNodes + 1 }, (_, index) => data(`n${index}`));
  expect(errorsOf({ nodes: many, edges: [] })).toEqual([[expect.stringContaining('at most 1000 nodes'), null]]);
});

test('[WFL-154] the largest graph is checked at once, whatever its wires', () => {
  const nodes: WorkflowNode[] = Array.from({ length: mostWorkflowNodes }, (_, index) => tool(`n${index}`, 'explode'));
  const edges = nodes.slice(1).map((node, index) => wire(`n${index}`, node.id, 'features'));
  // Of the processor: others may take their turn on it meanwhile.
  const began = cpuUsage();
  expect(errorsOf({ nodes, edges }).length).toBe(1);
  expect(cpuUsage(began).user).toBeLessThan(1_000_000);
});

test('[WFL-155] wires that do not fit are refused and say why', () => {
  const table = tool('matrix', 'distance_matrix');
  const image = data('scene', 'image:/data/scene.tif');
  const graph = { nodes: [...good.nodes, table, image, tool('cut', 'layer_intersection')], edges: [] };
  const why = (source: string, target: string, targetHandle: string) =>
    wireProblem(graph, { source, target, targetHandle }, context);
  expect(why('a', 'buffer', 'features')).toBeNull();
  expect(why('a', 'a', 'features')).toMatchObject({ key: 'general.self' });
  expect(why('scene', 'buffer', 'features')).toEqual({
    key: 'general.wrongData',
    values: { input: 'features', wanted: 'rows', given: 'image' },
  });
  const points = tool('centre', 'centroid');
  const polygons = tool('dissolve', 'combine_polygons');
  const both = { nodes: [data('a'), points, polygons], edges: [wire('a', 'centre', 'features')] };
  expect(wireProblem(both, { source: 'centre', target: 'dissolve', targetHandle: 'features' }, context)).toEqual({
    key: 'general.wrongGeometry',
    values: { input: 'features', wanted: 'polygon', given: 'point' },
  });
});

test('[WFL-155] what hands on what it gets gives the kinds that came in', () => {
  const graph = {
    nodes: [
      data('a', 'layer:x/y'),
      tool('valid', 'make_valid'),
      newGeneralNode('condition', 'if', at, { label: 'if' }),
    ],
    edges: [wire('a', 'valid', 'features'), wire('valid', 'if')],
  };
  const describe = () => ({ data: 'rows' as const, geometry: ['line' as const] });
  const from = { source: 'if', sourceHandle: 'yes' };
  expect(typeOfSource(graph, from, { findTool, describe })?.geometry).toEqual(['line']);
});

test('[WFL-156] fields take their values from parameters, which must be there and fit', () => {
  const parameter = workflowParameter.parse({ name: 'far', type: 'number', required: true });
  const nodes = good.nodes.map((node) =>
    node.id === 'buffer' ? tool('buffer', 'buffer', { radius: { $parameter: 'far' } }) : node,
  );
  const graph = { ...good, nodes };
  expect(errorsOf(graph)).toEqual([['The workflow has no parameter “far”', 'buffer']]);
  const asking = { ...graph, parameters: [parameter] };
  expect(errorsOf(asking)).toEqual([]);
  expect(errorsOf(asking, {})).toEqual([['The parameter “far” needs a value', null]]);
  expect(errorsOf(asking, { far: 'very' })).toEqual([['The parameter “far” does not take this value', null]]);
  expect(errorsOf(asking, { far: -3 })).toEqual([]);
  expect(
    errorsOf({ ...asking, parameters: [parameter, workflowParameter.parse({ name: '1; DROP', type: 'text' })] }),
  ).toEqual([['“1; DROP” is no name for a parameter: use letters, digits and _, and begin with a letter', null]]);
});

test('[RAS-060] images come by wires into the fields that name them, and are saved as images', () => {
  const image = data('scene', 'image:/data/scene.tif');
  const flow = (path: string): WorkflowGraph => ({
    nodes: [
      image,
      data('zones'),
      tool('index', 'spectral_index'),
      tool('measure', 'zonal_statistics'),
      newGeneralNode('save', 'out', at, { label: 'out', to: 'file', path }),
      save('rows'),
    ],
    edges: [
      wire('scene', 'index', 'image'),
      wire('zones', 'measure', 'features'),
      wire('index', 'measure', 'image'),
      wire('index', 'out'),
      wire('measure', 'rows'),
    ],
  });
  expect(errorsOf(flow('/data/index.tif'))).toEqual([]);
  expect(errorsOf(flow('/data/index.gpkg'))).toEqual([[expect.stringContaining('.tif'), 'out']]);
  const unwired = flow('/data/index.tif');
  unwired.edges = unwired.edges.filter(({ target }) => target !== 'index');
  expect(errorsOf(unwired)).toEqual([[expect.stringContaining('image'), 'index']]);
  const graph = { nodes: [image, tool('buffer', 'buffer'), tool('mosaic', 'mosaic'), data('a')], edges: [] };
  expect(wireProblem(graph, wire('scene', 'buffer', 'features'), context)?.key).toBe('general.wrongData');
  expect(wireProblem(graph, wire('a', 'mosaic', 'images'), context)?.key).toBe('general.wrongData');
  const taken = { ...graph, edges: [wire('scene', 'mosaic', 'images')] };
  expect(wireProblem(taken, { ...wire('scene', 'mosaic', 'images'), id: 'x' }, context)).toBeNull();
});
