import { expect, test } from 'vitest';
import { firstFormat, newWorkflowEdge, newWorkflowGraph, newWorkflowNode } from './new-node.ts';
import { offeredFormats, workflowDataTypes } from './format-table.ts';
import { workflowColor } from './workflow-color.ts';
import {
  acceptedTracker,
  conversionRequest,
  submittingTracker,
  workflowTracker,
  type WorkflowRunProblem,
} from './workflow-run.ts';
import type { WorkflowNode } from './workflow-graph.ts';

const graphOf = (input: object, conversion: object = {}, output: object = {}) => {
  const changes: Record<string, object> = { input, conversion, output };
  const graph = newWorkflowGraph(() => 'x');
  return {
    ...graph,
    nodes: graph.nodes.map((node) => ({ ...node, data: { ...node.data, ...changes[node.type] } }) as WorkflowNode),
  };
};
const problem = (...args: Parameters<typeof graphOf>) => {
  try {
    conversionRequest(graphOf(...args));
    return null;
  } catch (error) {
    const { message, dialog } = error as WorkflowRunProblem;
    return [message, dialog];
  }
};

test('[WFL-116] the run takes paths of its inputs, and the format of the first conversion', () => {
  expect(conversionRequest(graphOf({ includePath: '/data/a.tif, /data/b/', excludePath: '/data/b/c.tif' }))).toEqual({
    inputPaths: ['/data/a.tif', '/data/b/'],
    excludedPaths: ['/data/b/c.tif'],
    outputFormat: 'cog',
    outputFolder: null,
  });
  expect(conversionRequest(graphOf({ includePath: '/data/a.tif' }, {}, { path: '/data/out/' })).outputFolder).toBe(
    '/data/out/',
  );
});

test('[WFL-111, WFL-112, WFL-113, WFL-114, WFL-115] what can not be run says why', () => {
  expect(problem({ includePath: '/data/a.tif, b.tif, /tmp/c.tif' })).toEqual([
    'Invalid input paths: All paths must start with "/data/". Found invalid paths: b.tif, /tmp/c.tif',
    'Invalid input paths',
  ]);
  expect(problem({ includePath: '/data/a.tif', excludePath: 'x.tif' })).toEqual([
    'Invalid excluded paths: All paths must start with "/data/". Found invalid paths: x.tif',
    'Invalid excluded paths',
  ]);
  expect(problem({})).toEqual(['No input paths specified in input nodes', null]);
  expect(problem({ includePath: '/data/a.tif' }, { outputFormat: null })).toEqual([
    'No output format specified in conversion nodes',
    null,
  ]);
});

test('[WFL-055, WFL-056, WFL-057, WFL-058, WFL-059, WFL-060, WFL-061] the tracker of a run', () => {
  const step = (...phases: string[]) => Object.fromEntries(phases.map((phase, at) => [`s${at}`, { phase }]));
  expect(submittingTracker).toEqual({ status: 'In Progress', progress: 0, subtitle: 'Submitting new workflow job...' });
  expect(acceptedTracker).toEqual({ status: 'In Progress', progress: 10, subtitle: 'Workflow submitted successfully' });
  expect(workflowTracker({ phase: 'Succeeded', message: null, nodes: {} })).toEqual({
    status: 'Completed',
    progress: 100,
    subtitle: 'Conversion completed successfully',
  });
  for (const phase of ['Failed', 'Error'] as const) {
    expect(workflowTracker({ phase, message: 'No such file', nodes: {} })).toEqual({
      status: 'Failed',
      progress: 100,
      subtitle: 'No such file',
    });
    expect(workflowTracker({ phase, message: null, nodes: {} }).subtitle).toBe('Workflow failed');
  }
  expect(workflowTracker({ phase: 'Running', message: null, nodes: {} }).progress).toBe(20);
  expect(workflowTracker({ phase: 'Running', message: null, nodes: step('Succeeded', 'Running', 'Pending') })).toEqual({
    status: 'In Progress',
    progress: 40,
    subtitle: 'Processing... (1/3 steps)',
  });
});

test('[WFL-040, WFL-041, WFL-042, WFL-043, WFL-044, WFL-045, WFL-046, WFL-047, WFL-048, WFL-145, WFL-146] kinds and formats', () => {
  const ids = (type: (typeof workflowDataTypes)[number], direction: 'input' | 'output') =>
    offeredFormats(type, direction).map(({ id }) => id);
  expect(workflowDataTypes).toEqual(['any', 'raster', 'vector', 'vector-style', 'point-cloud', 'mesh', 'tiled-3d']);
  expect(ids('any', 'input')).toEqual([]);
  expect(ids('raster', 'output')).toEqual(['geotiff', 'cog']);
  expect(ids('raster', 'input')).toEqual(['geotiff', 'cog', 'ecw', 'hfa', 'jpeg', 'jpeg2000', 'cadrg']);
  expect(ids('vector', 'output')).toEqual([
    'geojson',
    'shapefile',
    'kml',
    'kmz',
    'geopackage',
    'flatgeobuf',
    'geoparquet',
  ]);
  expect(ids('vector', 'input')).toEqual(ids('vector', 'output'));
  expect([ids('vector-style', 'input'), ids('vector-style', 'output')]).toEqual([
    ['sld', 'qml', 'lyrx'],
    ['sld', 'qml'],
  ]);
  expect([ids('point-cloud', 'input'), ids('point-cloud', 'output')]).toEqual([
    ['las', 'laz', 'xyz', 'ply', 'pnts'],
    ['las', 'laz', 'xyz', 'ply'],
  ]);
  expect([ids('mesh', 'input').at(-1), ids('mesh', 'output')]).toEqual([
    'b3dm',
    ['ply', 'stl', 'obj', 'dae', 'glb', 'gltf'],
  ]);
  expect(ids('tiled-3d', 'output')).toEqual(['3dtiles', 'i3s']);
});

test('[WFL-063, WFL-064, WFL-065] a change of the kind chooses its first format', () => {
  expect([firstFormat('vector', 'input'), firstFormat('vector-style', 'output'), firstFormat('any', 'input')]).toEqual([
    'geojson',
    'sld',
    null,
  ]);
});

test('[WFL-026, WFL-030, WFL-071, WFL-072] new nodes stand within 400 by 400; the id of an edge is made from the time', () => {
  for (let at = 0; at < 50; at += 1) {
    const { position } = newWorkflowNode('input', 'n');
    for (const part of [position.x, position.y]) {
      expect(part).toBeGreaterThanOrEqual(0);
      expect(part).toBeLessThanOrEqual(400);
    }
  }
  expect(newWorkflowEdge('a', 'b', 17)).toEqual({ id: 'edge-17', source: 'a', target: 'b', type: 'default', data: {} });
});

test('[WFL-039] the colour of a workflow follows from its id', () => {
  expect(workflowColor('a')).toBe(workflowColor('a'));
  expect(workflowColor('a')).toMatch(/^hsl\(\d+, 70%, 55%\)$/);
  expect(new Set(['a', 'b', 'c', 'd'].map(workflowColor)).size).toBe(4);
});
