import { parseResource } from '../resource/resource-name.ts';
import { parseProjectToolId, projectToolId } from '../tool/project-tool.ts';
import { parameterSchema } from '../tool/parameter-schema.ts';
import type { ToolField } from '../tool/tool-definition.ts';
import { checkWorkflow, findCycle, type WorkflowIssue, type WorkflowIssueType } from './check-workflow.ts';
import { indexOf } from './graph-index.ts';
import { englishOf, generalText, type GeneralText } from './general-texts.ts';
import {
  isBasicNode,
  nodesOf,
  savedEndings,
  workflowKind,
  type WorkflowEdge,
  type WorkflowGraph,
  type WorkflowNode,
  type WorkflowNodeOf,
} from './workflow-graph.ts';
import {
  boundValue,
  fitsParameter,
  isParameterName,
  parameterOf,
  settledValues,
  type WorkflowValue,
} from './workflow-parameter.ts';
import {
  inputFields,
  typeOfSource,
  wireProblem,
  workflowPorts,
  type PortContext,
  type WorkflowTool,
} from './workflow-ports.ts';
import { isOutputFolder } from './path-list.ts';
import { isFilesPattern, loopProblems } from './workflow-loop.ts';
import { nestingProblem } from './workflow-tool.ts';

/** What files of images end in. */
const imageEndings: readonly string[] = ['.tif', '.tiff'];

/** Nodes and connections that a graph can have. */
export const mostWorkflowNodes = 1_000;
export const mostWorkflowEdges = 4_000;

/** The rules of a general workflow, as the `type` of the issues they find. */
const generalIssueTypes = [
  'size',
  'cycle',
  'tool',
  'wire',
  'input',
  'data',
  'parameter',
  'workflow-parameter',
  'query',
  'save',
  'loop',
  'nothing',
  'unconnected',
] as const;
type GeneralIssueType = (typeof generalIssueTypes)[number];

/** What is wrong with a general workflow; `message` is the English of `key` and `values`. Only errors stop a run. */
export interface GeneralIssue extends GeneralText {
  id: string;
  type: GeneralIssueType;
  level: 'error' | 'warning';
  message: string;
  resourceId: string | null;
}

/** What a general graph is checked against. */
export interface GeneralContext extends Omit<PortContext, 'values'> {
  /** The workflow whose graph it is, where that could be a tool in what it uses. */
  workflow?: { id: string; name: string } | undefined;
  /** What a run is given; while a graph is edited its parameters need no values yet. */
  given?: Readonly<Record<string, unknown>> | undefined;
}

interface Finding {
  text: GeneralText;
  resourceId?: string;
  level?: 'warning';
}

type Rule = (graph: WorkflowGraph, context: GeneralContext & PortContext) => readonly Finding[];

const rules: Record<GeneralIssueType, Rule> = {
  size: ({ nodes, edges }) =>
    nodes.length <= mostWorkflowNodes && edges.length <= mostWorkflowEdges
      ? []
      : [{ text: generalText('general.tooManyNodes', { most: mostWorkflowNodes, mostEdges: mostWorkflowEdges }) }],
  cycle: (graph) => {
    const cycle = findCycle(graph);
    if (!cycle) return [];
    return [{ text: generalText('general.cycle', { nodes: labelsOf(graph, cycle) }), resourceId: cycle[0]! }];
  },
  tool: ({ nodes }, { findTool, workflow }) => {
    const own = { id: projectToolId({ kind: 'workflow', id: workflow?.id ?? '' }), name: workflow?.name ?? '' };
    return nodes.flatMap((node): Finding[] => {
      if (node.type !== 'tool') return [];
      const text = findTool(node.data.tool) ? nestingProblem(own, node.data.tool, findTool) : missingTool(node);
      return text ? [{ text, resourceId: node.id }] : [];
    });
  },
  wire: (graph, context) =>
    graph.edges.flatMap((edge) => {
      // One finding says that there is no such tool.
      const ends = [edge.source, edge.target].map((id) => indexOf(graph).nodes.get(id));
      if (ends.some((node) => node?.type === 'tool' && !context.findTool(node.data.tool))) return [];
      const text = wireProblem(graph, edge, context);
      return text ? [{ text, resourceId: edge.target }] : [];
    }),
  input: (graph, context) =>
    graph.nodes.flatMap((node) => {
      if (isBasicNode(node)) return [];
      const ports = workflowPorts(node, context);
      return ports.inputs
        .filter(
          ({ name, isOptional }) =>
            !isOptional &&
            !wiresTo(graph, node.id).some((edge) => (edge.targetHandle ?? ports.inputs[0]?.name) === name),
        )
        .map(({ name }) => ({ text: generalText('general.missingInput', { input: name }), resourceId: node.id }));
    }),
  data: ({ nodes }, { values, given }) =>
    nodes.flatMap((node) => {
      if (node.type !== 'data') return [];
      const { reference: field, input } = node.data;
      const reference = boundValue(field, values ?? {});
      const found: GeneralText[] = [];
      if (input !== '' && !isParameterName(input)) found.push(generalText('general.inputName', { name: input }));
      // What is an input may be left to whoever runs the workflow as a tool.
      if (reference === '' && (given || input === '')) found.push(generalText('general.noData'));
      if (reference !== '' && reference !== undefined && !parseResource(String(reference)))
        found.push(generalText('general.wrongName', { name: String(reference) }));
      return found.map((text) => ({ text, resourceId: node.id }));
    }),
  parameter: (graph, context) =>
    graph.nodes.flatMap((node) => [
      ...namedParameters(node)
        .filter((name) => !graph.parameters?.some((each) => each.name === name))
        .map((parameter) => ({
          text: generalText('general.missingParameter', { parameter }),
          resourceId: node.id,
        })),
      ...(node.type === 'tool' ? toolProblems(graph, node, context) : []),
    ]),
  'workflow-parameter': ({ nodes, parameters = [] }, { given }) => {
    const names = [...nodesOf({ nodes }, 'data').map(({ data }) => data.input), ...parameters.map(({ name }) => name)];
    const twice = names.filter((name, at) => name !== '' && names.indexOf(name) !== at);
    const ofInputs = [...new Set(twice)].map((name) => ({ text: generalText('general.inputTwice', { name }) }));
    const ofParameters = parameters.flatMap((parameter): Finding[] => {
      const { name, required } = parameter;
      if (!isParameterName(name)) return [{ text: generalText('general.parameterName', { parameter: name }) }];
      const value = (given?.[name] ?? parameter.default) as WorkflowValue | null;
      if (value === null)
        return required && given ? [{ text: generalText('general.parameterValue', { parameter: name }) }] : [];
      return fitsParameter(parameter, value)
        ? []
        : [{ text: generalText('general.parameterWrong', { parameter: name }) }];
    });
    return [...ofInputs, ...ofParameters];
  },
  query: (graph) =>
    graph.nodes.flatMap((node): Finding[] => {
      if (node.type !== 'query') return [];
      const { id: resourceId } = node;
      const names = wiresTo(graph, resourceId).map((edge) => edge.targetHandle ?? '');
      return [
        ...(node.data.query.trim() === '' ? [{ text: generalText('general.noQuery'), resourceId }] : []),
        ...names
          .filter((name) => !isParameterName(name))
          .map((name) => ({ text: generalText('general.tableName', { name }), resourceId })),
      ];
    }),
  save: (graph, context) =>
    graph.nodes.flatMap((node) => {
      if (node.type !== 'save') return [];
      const [wire] = wiresTo(graph, node.id);
      const isImage = wire !== undefined && typeOfSource(graph, wire, context)?.data === 'image';
      return saveProblems(node, context.values ?? {}, isImage ? imageEndings : savedEndings);
    }),
  loop: (graph, { values }) => [
    ...loopProblems(graph),
    ...graph.nodes.flatMap((node): Finding[] => {
      const text = node.type === 'files' || node.type === 'collect' ? placeProblem(node, values ?? {}) : null;
      return text ? [{ text, resourceId: node.id }] : [];
    }),
  ],
  nothing: ({ nodes }) =>
    nodes.some(({ type }) => type !== 'note' && type !== 'data') ? [] : [{ text: generalText('general.nothingToDo') }],
  unconnected: (graph) =>
    graph.nodes
      .filter(({ id, type }) => type !== 'note' && !indexOf(graph).incoming.has(id) && !indexOf(graph).outgoing.has(id))
      .map(({ id, data }) => ({
        level: 'warning',
        resourceId: id,
        text: generalText('general.unconnected', { name: data.label }),
      })),
};

/** The rules of basic nodes that also hold for them in a general graph. */
const basicRules: ReadonlySet<WorkflowIssueType> = new Set<WorkflowIssueType>([
  'include-paths',
  'exclude-paths',
  'output-format',
  'output-folder',
  'conversion',
]);

/** Checks any graph: a basic one by the rules of basic workflows, others by those of general ones. */
export function checkGraph(graph: WorkflowGraph, context: GeneralContext): (WorkflowIssue | GeneralIssue)[] {
  return workflowKind(graph) === 'basic' ? checkWorkflow(graph) : checkGeneral(graph, context);
}

/** Checks a general graph. Its basic nodes keep their own rules, in their own words. */
export function checkGeneral(graph: WorkflowGraph, context: GeneralContext): (WorkflowIssue | GeneralIssue)[] {
  const values = settledValues(graph.parameters ?? [], context.given ?? {});
  const settled = { ...context, values };
  const found = generalIssueTypes.flatMap((type) => {
    // What is larger than a graph may be is not looked at any further.
    if (type !== 'size' && rules.size(graph, context).length > 0) return [];
    return rules[type](graph, settled).map(({ text, resourceId = null, level }, at): GeneralIssue => {
      const id = `${type}-${resourceId ?? 'graph'}-${at}`;
      return { id, type, level: level ?? 'error', message: englishOf(text), ...text, resourceId };
    });
  });
  const basic = checkWorkflow({ nodes: graph.nodes.filter(isBasicNode), edges: [] });
  return [...found, ...basic.filter(({ type }) => basicRules.has(type))];
}

/** What people offered as a tool may be offered no more; then its id says nothing to anybody. */
function missingTool({ data: { tool, label } }: WorkflowNodeOf<'tool'>): GeneralText {
  return parseProjectToolId(tool)
    ? generalText('general.toolWithdrawn', { tool: label })
    : generalText('general.unknownTool', { tool });
}

function labelsOf({ nodes }: WorkflowGraph, ids: readonly string[]): string {
  return ids.map((id) => nodes.find((node) => node.id === id)?.data.label ?? id).join(' → ');
}

function wiresTo(graph: WorkflowGraph, id: string): readonly WorkflowEdge[] {
  return indexOf(graph).incoming.get(id) ?? [];
}

/** Names of the parameters that the fields of a node take their values from. */
function namedParameters({ type, data }: WorkflowNode): string[] {
  const fields: unknown[] = type === 'tool' ? Object.values(data.parameters) : Object.values(data);
  return [...new Set(fields.map(parameterOf).filter((name) => name !== null))];
}

/** What of the values of a tool's fields is wrong. A field that waits for a value of a run is not looked at. */
function toolProblems(
  graph: WorkflowGraph,
  node: WorkflowNodeOf<'tool'>,
  { findTool, values = {} }: PortContext,
): Finding[] {
  const tool = findTool(node.data.tool);
  if (!tool) return [];
  const first = inputFields(tool)[0]?.name;
  const wired = new Set(wiresTo(graph, node.id).flatMap(({ targetHandle }) => targetHandle ?? first ?? []));
  const settled = Object.entries(node.data.parameters).map(
    ([name, value]) => [name, boundValue(value, values)] as const,
  );
  const waiting = new Set(settled.filter(([, value]) => value === undefined).map(([name]) => name));
  const checked = schemaOf(tool).safeParse(
    Object.fromEntries(settled.filter(([name, value]) => value !== undefined && !isWired(tool, name, wired))),
  );
  const problems = checked.success
    ? []
    : checked.error.issues.map(({ path, message }) => [path.join('.'), message] as const);
  return (
    problems
      // A wire that is missing is an issue of its own.
      .filter(([name]) => !waiting.has(name) && !inputFields(tool).some((field) => field.name === name))
      .map(([field, problem]) => ({
        text: generalText('general.parameter', { field: field || tool.name, problem }),
        resourceId: node.id,
      }))
  );
}

const schemas = new WeakMap<WorkflowTool, ReturnType<typeof parameterSchema>>();

/** The schema of a tool, made once: that takes longer than all else that is checked of a node. */
function schemaOf(tool: WorkflowTool): ReturnType<typeof parameterSchema> {
  const schema = schemas.get(tool) ?? parameterSchema(tool);
  schemas.set(tool, schema);
  return schema;
}

function isWired(tool: WorkflowTool, name: string, wired: ReadonlySet<string>): boolean {
  const field = tool.fields.find((each: ToolField) => each.name === name);
  if (field?.type === 'data') return field.isInput === true && wired.has(name);
  return field?.type === 'layer' && wired.has(field.input);
}

/** What is wrong with where a loop takes its files from, or puts them. */
function placeProblem(
  { type, data }: WorkflowNodeOf<'files'> | WorkflowNodeOf<'collect'>,
  values: Readonly<Record<string, WorkflowValue>>,
): GeneralText | null {
  if (type === 'collect' && data.to === 'merge') return null;
  const place = boundValue(type === 'files' ? data.pattern : data.folder, values);
  if (place === undefined) return null;
  if (type === 'files') return isFilesPattern(String(place)) ? null : generalText('general.noPattern');
  return place !== '' && isOutputFolder(String(place)) ? null : generalText('general.noFolder');
}

function saveProblems(
  node: WorkflowNodeOf<'save'>,
  values: Readonly<Record<string, WorkflowValue>>,
  endings: readonly string[],
): Finding[] {
  const { to, map, path } = node.data;
  const resourceId = node.id;
  if (to === 'result') return [];
  if (to === 'layer') return boundValue(map, values) === '' ? [{ text: generalText('general.noMap'), resourceId }] : [];
  const wanted = boundValue(path, values);
  if (wanted === undefined) return [];
  if (wanted === '') return [{ text: generalText('general.noPath'), resourceId }];
  const written = String(wanted);
  const isRight = written.startsWith('/data/') && endings.some((ending) => written.toLowerCase().endsWith(ending));
  return isRight ? [] : [{ text: generalText('general.wrongPath', { endings: endings.join(', ') }), resourceId }];
}
