import { expect, test } from 'vitest';
import { checkInputs } from '../tool/check-inputs.ts';
import { parameterSchema } from '../tool/parameter-schema.ts';
import { projectTool } from '../tool/project-tool.ts';
import { checkGeneral } from './check-general.ts';
import { newGeneralNode } from './general-node.ts';
import type { WorkflowGraph } from './workflow-graph.ts';
import { workflowParameter } from './workflow-parameter.ts';
import { workflowPorts, type WorkflowTool } from './workflow-ports.ts';
import {
  canBeTool,
  givenWorkflow,
  workflowToolFields,
  workflowToolOutputs,
  workflowToolUses,
} from './workflow-tool.ts';

const at = (y: number) => ({ x: 0, y });
const ids = { a: '00000000-0000-4000-8000-00000000000a', b: '00000000-0000-4000-8000-00000000000b' };
const graph: WorkflowGraph = {
  nodes: [
    newGeneralNode('data', 'roads', at(0), { label: 'Roads', input: 'roads' }),
    newGeneralNode('data', 'area', at(1), { label: 'Area', input: 'area', reference: 'layer:World/area' }),
    newGeneralNode('data', 'plain', at(2), { label: 'Plain', reference: 'layer:World/plain' }),
    newGeneralNode('save', 'low', at(9), { label: 'Cut', to: 'file', path: '/data/x.csv' }),
    newGeneralNode('save', 'high', at(1), { label: 'Cut' }),
  ],
  edges: [],
  parameters: [
    workflowParameter.parse({ name: 'far', type: 'number', required: true, order: 0 }),
    workflowParameter.parse({ name: 'near', type: 'number', order: 1 }),
    workflowParameter.parse({ name: 'how', type: 'choice', choices: ['one', 'two'], order: 2 }),
    workflowParameter.parse({ name: 'title', type: 'text', default: 'Roads', order: 3 }),
    workflowParameter.parse({ name: 'exact', type: 'boolean', order: 4 }),
  ],
};
const definition = (id: string, of: WorkflowGraph, uses: string[] = []): WorkflowTool =>
  projectTool(
    { kind: 'workflow', id },
    { title: id === ids.a ? 'A' : 'B', description: '', heading: '' },
    workflowToolFields(of),
    {
      outputs: workflowToolOutputs(of).map(({ name }) => name),
      uses,
    },
  );

test('[WFL-200] parameters and inputs of a workflow are the fields of the tool, its saves the outputs', () => {
  expect(workflowToolFields(graph)).toMatchObject([
    { name: 'area', label: 'Area', type: 'data', default: 'layer:World/area', isInput: true },
    { name: 'roads', label: 'Roads', type: 'data', default: null, isInput: true, isRequired: true },
    { name: 'far', type: 'number', default: null, isRequired: true },
    { name: 'near', type: 'number', default: null },
    { name: 'how', type: 'select', default: '', options: ['one', 'two'] },
    { name: 'title', type: 'string', default: 'Roads' },
    { name: 'exact', type: 'boolean', default: null },
  ]);
  expect(workflowToolOutputs(graph)).toEqual([
    { name: 'Cut', nodeId: 'high' },
    { name: 'Cut 2', nodeId: 'low' },
  ]);
  const schema = parameterSchema(definition(ids.a, graph));
  expect(schema.safeParse({ far: 2, roads: 'layer:World/roads' }).data).toMatchObject({
    far: 2,
    near: null,
    how: '',
    exact: null,
  });
  expect(schema.safeParse({ far: 2 }).error?.issues.map(({ path }) => path)).toEqual([['roads']]);
  expect(schema.safeParse({ roads: 'layer:World/roads' }).error?.issues.map(({ path }) => path)).toEqual([['far']]);
  expect(canBeTool(graph)).toBe(true);
  expect(canBeTool({ nodes: graph.nodes.filter(({ type }) => type !== 'save'), edges: [] })).toBe(false);
});

test('[WFL-209] a choice and a boolean without default ask: nothing is chosen, and a required one is not run without', () => {
  const asking = (required: boolean) =>
    projectTool(
      { kind: 'workflow', id: ids.a },
      { title: 'A', description: '', heading: '' },
      workflowToolFields({
        nodes: [],
        edges: [],
        parameters: [
          workflowParameter.parse({ name: 'how', type: 'choice', choices: ['one', 'two'], required }),
          workflowParameter.parse({ name: 'exact', type: 'boolean', required, order: 1 }),
        ],
      }),
    );
  const needed = asking(true);
  expect(needed.fields).toMatchObject([
    { name: 'how', default: '', isRequired: true },
    { name: 'exact', default: null, isRequired: true },
  ]);
  expect(checkInputs(needed, {}, { how: '', exact: true })).toMatchObject({ details: { name: 'how' } });
  expect(checkInputs(needed, {}, { how: 'one', exact: null })).toMatchObject({ details: { name: 'exact' } });
  expect(checkInputs(needed, {}, { how: 'one', exact: false })).toBeNull();
  const schema = parameterSchema(needed);
  const missing = (given: object) => schema.safeParse(given).error?.issues.map(({ path }) => path.join());
  expect([missing({}), missing({ how: 'three', exact: true }), missing({ how: 'two', exact: false })]).toEqual([
    ['how', 'exact'],
    ['how'],
    undefined,
  ]);
  const free = parameterSchema(asking(false));
  expect(free.safeParse({}).data).toEqual({ how: '', exact: null });
  const { values } = givenWorkflow(
    { ...graph, parameters: [workflowParameter.parse({ name: 'how', type: 'choice', choices: ['one'] })] },
    { how: '', exact: null },
  );
  expect(values).toEqual({});
});

test('[WFL-200] as a tool a workflow takes what its fields were given, and writes nothing of its own', () => {
  const { graph: given, values } = givenWorkflow(graph, {
    roads: 'result:x',
    area: null,
    far: 3,
    near: null,
    title: '',
    exact: false,
  });
  const references = given.nodes.flatMap((node) => (node.type === 'data' ? [node.data.reference] : []));
  expect(references).toEqual(['result:x', 'layer:World/area', 'layer:World/plain']);
  expect(given.nodes.flatMap((node) => (node.type === 'save' ? [node.data.to] : []))).toEqual(['result', 'result']);
  expect(values).toEqual({ far: 3, exact: false });
  expect(
    checkGeneral({ ...given, edges: [] }, { findTool: () => undefined, given: values }).filter(
      ({ type }) => type === 'save',
    ),
  ).toEqual([]);
});

test('[WFL-200] inputs are ports that a wire may take, outputs are ports where there are several', () => {
  const tool = definition(ids.b, graph);
  const node = newGeneralNode('tool', 't', at(0), { label: 't', tool: tool.id, parameters: { far: 1 } });
  const ports = workflowPorts(node, { findTool: () => tool });
  expect(ports.inputs.map(({ name, isOptional }) => [name, isOptional])).toEqual([
    ['area', true],
    ['roads', false],
  ]);
  expect(ports.outputs.map(({ name }) => name)).toEqual(['Cut', 'Cut 2']);
  const edge = { id: 'e', source: 'd', target: 't', targetHandle: 'roads', type: 'default', data: {} };
  const data = newGeneralNode('data', 'd', at(0), { label: 'd', reference: 'layer:World/roads' });
  const issues = (edges: (typeof edge)[]) =>
    checkGeneral({ nodes: [data, node], edges }, { findTool: () => tool })
      .filter(({ level }) => level === 'error')
      .map(({ message }) => message);
  expect(issues([edge])).toEqual([]);
  expect(issues([])).toEqual(['“roads” needs a connection']);
});

test('[WFL-201] workflows that use each other in a circle, or are too deep inside one another, are an issue that names them', () => {
  const using = (id: string): WorkflowGraph => ({
    nodes: [newGeneralNode('tool', 't', at(0), { label: 't', tool: id })],
    edges: [],
  });
  const [a, b] = [`workflow:${ids.a}`, `workflow:${ids.b}`];
  const issuesOf = (of: WorkflowGraph, tools: Record<string, WorkflowTool>, own = ids.a) =>
    checkGeneral(of, { findTool: (id) => tools[id], workflow: { id: own, name: 'Mine' } }).flatMap((issue) =>
      issue.type === 'tool' ? [issue.message] : [],
    );
  expect(workflowToolUses(using(b))).toEqual([b]);
  expect(issuesOf(using(b), { [b]: definition(ids.b, { nodes: [], edges: [] }, [a]) })).toEqual([
    'Workflows use each other in a circle: Mine → B → Mine',
  ]);
  expect(issuesOf(using(a), { [a]: definition(ids.a, { nodes: [], edges: [] }) })).toEqual([
    'Workflows use each other in a circle: Mine → Mine',
  ]);
  // One inside another, as deep as that may be and one deeper.
  const chain = (length: number) => {
    const idOf = (number: number) => `${ids.a.slice(0, -2)}1${number}`;
    const tools = Object.fromEntries(
      Array.from({ length }, (_each, number) => [
        `workflow:${idOf(number)}`,
        definition(idOf(number), { nodes: [], edges: [] }, number + 1 < length ? [`workflow:${idOf(number + 1)}`] : []),
      ]),
    );
    return issuesOf(using(`workflow:${idOf(0)}`), tools);
  };
  expect(chain(4)).toEqual([]);
  expect(chain(5)).toEqual([expect.stringContaining('At most 5 workflows can be inside one another: Mine → B')]);
});

test('[WFL-200] two inputs of one name, and names that code cannot write, are issues', () => {
  const named = (input: string) =>
    newGeneralNode('data', input, at(0), { label: input, reference: 'layer:World/a', input });
  const issues = checkGeneral(
    { nodes: [named('far'), named('1st')], edges: [], parameters: graph.parameters },
    { findTool: () => undefined },
  ).map(({ message }) => message);
  expect(issues).toContain('The workflow has two inputs or parameters named “far”');
  expect(issues).toContain('“1st” is no name for an input: use letters, digits and _, and begin with a letter');
});
