import { expect, test } from 'vitest';
import { checkWorkflow, findCycle } from './check-workflow.ts';
import { newWorkflowEdge, newWorkflowGraph } from './new-node.ts';
import type { WorkflowDataType } from './format-table.ts';
import { nodesOf, type WorkflowGraph, type WorkflowNode } from './workflow-graph.ts';

interface Change {
  input?: object;
  conversion?: object;
  output?: object;
  nodes?: readonly WorkflowNode[];
  edges?: readonly (readonly [string, string])[];
}

/** A workflow that can be run, with changes. */
function graphOf({ input, conversion, output, nodes = [], edges }: Change = {}): WorkflowGraph {
  let number = 0;
  const made = newWorkflowGraph(() => ['in', 'con', 'out'][number++]!);
  const changes: Record<string, object | undefined> = {
    input: { includePath: '/data/a.tif', ...input },
    conversion,
    output,
  };
  return {
    nodes: [
      ...made.nodes.map((node) => ({ ...node, data: { ...node.data, ...changes[node.type] } }) as WorkflowNode),
      ...nodes,
    ],
    edges: edges?.map(([source, target], at) => newWorkflowEdge(source, target, at)) ?? made.edges,
  };
}

const messages = (change: Change = {}) =>
  checkWorkflow(graphOf(change)).map(({ level, message }) => `${level}: ${message}`);
const pair = (inputType: WorkflowDataType, inputFormat: string, outputType: WorkflowDataType, outputFormat: string) =>
  messages({ conversion: { inputType, inputFormat, outputType, outputFormat } });

test('[WFL-037] a workflow that is right has no issue; an issue names level, type and node', () => {
  expect(messages()).toEqual([]);
  expect(checkWorkflow(graphOf({ output: { path: 'here' } }))).toEqual([
    {
      id: 'output-folder-out-0',
      type: 'output-folder',
      level: 'error',
      message: 'Output folder path must start with /data/, end with /, and cannot have consecutive slashes',
      key: 'issue.outputFolder',
      values: {},
      resourceId: 'out',
    },
  ]);
});

test('[WFL-067, WFL-068, WFL-069, WFL-147] a new workflow has an input, a conversion and an output, connected', () => {
  const graph = graphOf({ input: { includePath: '' } });
  expect(graph.edges).toMatchObject([
    { source: 'in', target: 'con' },
    { source: 'con', target: 'out' },
  ]);
  expect(nodesOf(graph, 'input')[0]!.data).toMatchObject({
    label: 'Input Data',
    dataType: 'raster',
    format: 'geotiff',
    includePath: '',
    excludePath: '',
  });
  expect(nodesOf(graph, 'output')[0]!.data).toMatchObject({
    label: 'Output Data',
    dataType: 'raster',
    format: 'geotiff',
  });
  expect(nodesOf(graph, 'conversion')[0]!.data).toEqual({
    label: 'Format Conversion',
    inputType: 'raster',
    outputType: 'raster',
    inputFormat: 'geotiff',
    outputFormat: 'cog',
    isValid: true,
  });
});

test('[WFL-074] exactly one input, output and conversion', () => {
  const second = { ...graphOf().nodes[0]!, id: 'in2' };
  expect(messages({ nodes: [second] })).toContain(
    'error: Need exactly 1 input, 1 output, and 1 conversion node for now',
  );
});

test('[WFL-075] exactly two connections, none straight from input to output', () => {
  const message = 'error: Need input to conversion and conversion to output connections';
  expect(messages({ edges: [['in', 'con']] })).toContain(message);
  expect(
    messages({
      edges: [
        ['in', 'out'],
        ['con', 'out'],
      ],
    }),
  ).toContain(message);
});

test('[WFL-076, WFL-077, WFL-078] nothing leads into an input or out of an output', () => {
  expect(
    messages({
      edges: [
        ['con', 'in'],
        ['out', 'con'],
      ],
    }),
  ).toEqual([
    'error: Need input to conversion and conversion to output connections',
    'error: Input "Input Data" cannot have incoming connections',
    'error: Output "Output Data" cannot have outgoing connections',
  ]);
});

test('[WFL-079, WFL-080, WFL-081, WFL-082] included and excluded paths are checked against kind and format', () => {
  expect(messages({ input: { includePath: ' , ' } })).toEqual([
    'error: Include paths are required and cannot be empty',
  ]);
  expect(messages({ input: { includePath: '/data/a.tif, b.tif', excludePath: '/data/x.png\n/data/y.tif' } })).toEqual([
    'error: Include paths: Path 2: The path must start with /data/',
    'error: Exclude paths: Path 1: Invalid file extension for GeoTIFF. Expected: .tif, .tiff',
  ]);
});

test('[WFL-083, WFL-084] an output has a format, and a folder of /data or none', () => {
  expect(messages({ output: { format: null } })).toEqual(['error: Output format is required']);
  for (const path of ['', '/data/', '/data/a/b/']) expect(messages({ output: { path } })).toEqual([]);
  for (const path of ['/data', '/data/a', '/data//a/', 'data/a/', '/tmp/'])
    expect(messages({ output: { path } })).toEqual([
      'error: Output folder path must start with /data/, end with /, and cannot have consecutive slashes',
    ]);
});

test('[WFL-088, WFL-089] a conversion has kinds, and formats unless it detects them', () => {
  expect(messages({ conversion: { inputType: null } })).toEqual(['error: Input and output type are required']);
  expect(messages({ conversion: { outputFormat: null } })).toEqual(['error: Input and output format are required']);
  expect(messages({ conversion: { inputType: 'any', inputFormat: null } })).toEqual([]);
});

test('[WFL-090, WFL-091] kinds that can be converted', () => {
  expect(pair('vector', 'geojson', 'raster', 'geotiff')).toEqual([]);
  expect(pair('point-cloud', 'las', 'tiled-3d', '3dtiles')).toEqual([]);
  expect(pair('mesh', 'obj', 'tiled-3d', 'i3s')).toEqual([]);
  expect(pair('raster', 'geotiff', 'vector', 'geojson')).toEqual(['error: Unsupported conversion: Raster → Vector']);
  expect(pair('point-cloud', 'las', 'mesh', 'ply')).toEqual([
    'error: Unsupported conversion: 3D Point Cloud → 3D Mesh/Scene',
  ]);
});

test('[WFL-092, WFL-143] the same format is a warning', () => {
  expect(pair('vector', 'kml', 'vector', 'kml')).toEqual(['warning: Same input and output format detected: KML']);
  // PLY is a format of two kinds, of which one can't become the other.
  expect(pair('mesh', 'ply', 'mesh', 'ply')).toEqual(['warning: Same input and output format detected: PLY']);
});

test('[WFL-093, WFL-094, WFL-095] tiles of B3DM and PNTS are refused', () => {
  expect(pair('mesh', 'b3dm', 'tiled-3d', '3dtiles')).toEqual([
    'error: B3DM format is already a subset of 3D Tiles 1.0',
  ]);
  expect(pair('point-cloud', 'pnts', 'tiled-3d', '3dtiles')).toEqual([
    'error: PNTS format is already a subset of 3D Tiles 1.0',
  ]);
  for (const [type, format] of [
    ['mesh', 'b3dm'],
    ['point-cloud', 'pnts'],
  ] as const)
    expect(pair(type, format, 'tiled-3d', 'i3s')).toEqual([
      'error: I3S format is not supported for conversion from B3DM or PNTS',
    ]);
});

test('[WFL-096] a cycle is named by its nodes, in a graph of any size', () => {
  const [input, conversion, output] = graphOf().nodes as [WorkflowNode, WorkflowNode, WorkflowNode];
  const second = { ...conversion, id: 'con2', data: { ...conversion.data, label: 'Again' } } as WorkflowNode;
  expect(
    messages({
      nodes: [second],
      edges: [
        ['in', 'con'],
        ['con', 'con2'],
        ['con2', 'con'],
      ],
    }),
  ).toContain('error: Circular dependency detected: Format Conversion → Again → Format Conversion');
  const many = Array.from({ length: 50_000 }, (_, at) => ({ ...conversion, id: `n${at}` }));
  const chain = many.slice(1).map(({ id }, at) => newWorkflowEdge(`n${at}`, id, at));
  expect(findCycle({ nodes: [input, output, ...many], edges: chain })).toBeNull();
  expect(findCycle({ nodes: many, edges: [...chain, newWorkflowEdge('n49999', 'n0')] })).toHaveLength(50_001);
});

test('[WFL-097] what is not connected is a warning, but not for inputs', () => {
  expect(messages({ edges: [] })).toEqual([
    'error: Need input to conversion and conversion to output connections',
    'warning: Node "Format Conversion" is not connected',
    'warning: Node "Output Data" is not connected',
  ]);
});

test('[WFL-101] a rule that crashes is told and skipped', () => {
  const graph = graphOf({ output: { format: null } });
  const broken = { ...graph, nodes: [...graph.nodes, { ...graph.nodes[0]!, id: 'bad', data: null as never }] };
  const crashed: string[] = [];
  const found = checkWorkflow(broken, (type) => crashed.push(type)).map(({ type }) => type);
  expect(crashed).toContain('include-paths');
  expect(found).toEqual(expect.arrayContaining(['node-count', 'output-format']));
});
