import { expect, test } from 'vitest';
import { checkGeneral } from './check-general.ts';
import { newGeneralNode } from './general-node.ts';
import { isFilesPattern, planLoops } from './workflow-loop.ts';
import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from './workflow-graph.ts';
import { findTool } from '../tool/tools.ts';

const at = { x: 0, y: 0 };
const wire = (source: string, target: string, targetHandle?: string): WorkflowEdge => ({
  id: `${source} ${target}`,
  source,
  target,
  ...(targetHandle && { targetHandle }),
  type: 'default',
  data: {},
});
const each = newGeneralNode('files', 'each', at, { label: 'Each', pattern: '/data/in/*.geojson' });
const clip = newGeneralNode('tool', 'clip', at, { label: 'Clip', tool: 'layer_intersection' });
const area = newGeneralNode('data', 'area', at, { label: 'Area', reference: 'layer:World/area' });
const all = newGeneralNode('collect', 'all', at, { label: 'All' });
const shown = newGeneralNode('save', 'shown', at, { label: 'Shown', map: 'm' });
const loop = (): WorkflowGraph => ({
  nodes: [each, clip, area, all, shown],
  edges: [wire('each', 'clip', 'features'), wire('area', 'clip', 'other'), wire('clip', 'all'), wire('all', 'shown')],
});
const messages = (graph: WorkflowGraph) =>
  checkGeneral(graph, { findTool })
    .filter(({ level }) => level === 'error')
    .map(({ message }) => message);

test('[WFL-204] a loop is carried out as one step, which takes what its body takes from outside', () => {
  const { graph, loops } = planLoops(loop());
  expect(graph.nodes.map(({ id }) => id)).toEqual(['each', 'area', 'all', 'shown']);
  expect(graph.edges.map(({ source, target }) => [source, target])).toEqual([
    ['area', 'each'],
    ['each', 'all'],
    ['all', 'shown'],
  ]);
  const { item, collects } = loops.get('each')!;
  expect(collects).toEqual(['all']);
  expect(item.nodes.map(({ id, type }) => [id, type])).toEqual([
    ['each', 'data'],
    ['clip', 'tool'],
    ['wire area clip', 'data'],
    ['all', 'save'],
  ]);
  expect(item.edges.map(({ source, target, targetHandle }) => [source, target, targetHandle])).toEqual([
    ['each', 'clip', 'features'],
    ['clip', 'all', undefined],
    ['wire area clip', 'clip', 'other'],
  ]);
  const plain = { nodes: [area, shown], edges: [wire('area', 'shown')] };
  expect(planLoops(plain).graph).toBe(plain);
});

test('[WFL-205] loops that are wrong are issues that name the step', () => {
  expect(messages(loop())).toEqual([]);
  const change = (nodes: WorkflowNode[], edges: WorkflowEdge[]) => messages({ nodes, edges });
  expect(change([each], [])).toEqual(['“Each” gives files one at a time: connect what follows to a Collect step']);
  expect(change([area, all], [wire('area', 'all')])).toEqual(['No Files step leads to “All”']);
  expect(change([each, shown], [wire('each', 'shown')])).toContain(
    '“Shown” can’t stand between a Files and a Collect step',
  );
  const other = { ...each, id: 'other' };
  expect(
    change(
      [each, other, clip, all],
      [wire('each', 'clip', 'features'), wire('other', 'clip', 'other'), wire('clip', 'all')],
    ),
  ).toContain('“Clip” takes the files of two loops');
  const named = (pattern: string) => ({ ...each, data: { ...each.data, pattern } });
  expect(change([named('in/*.csv'), all], [wire('each', 'all')])).toEqual([
    'Write a folder such as /data/in/ or a pattern such as /data/in/*.gpkg',
  ]);
  const files = newGeneralNode('collect', 'all', at, { label: 'All', to: 'files', folder: 'out' });
  expect(change([each, files], [wire('each', 'all')])).toEqual(['Write the folder of the files, such as /data/out/']);
});

test('[WFL-205] a folder, or a pattern with one * in its last part, names files', () => {
  expect(['/data/in/', '/data/*.csv', '/data/in/a*.gpkg'].map(isFilesPattern)).toEqual([true, true, true]);
  expect(['/data/in', '/data/*/a.csv', '/data/in/*a*.csv', '/in/*.csv', '/data//*.csv'].map(isFilesPattern)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
