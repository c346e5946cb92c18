import { parseResource } from '../resource/resource-name.ts';
import type { ToolDefinition, ToolField, ToolInput, ToolKind } from '../tool/tool-definition.ts';
import { generalText, type GeneralText } from './general-texts.ts';
import { indexOf } from './graph-index.ts';
import type { WorkflowEdge, WorkflowGraph, WorkflowNode } from './workflow-graph.ts';
import { boundValue, type WorkflowValues } from './workflow-parameter.ts';

/** What workflows need to know of a tool; tools that people have made have it too. */
export type WorkflowTool = Pick<ToolDefinition, 'id' | 'name' | 'inputs' | 'fields' | 'output' | 'outputs' | 'uses'>;

/** Finds a tool by its id. */
export type FindWorkflowTool = (id: string) => WorkflowTool | undefined;

/**
 * What flows through a wire: rows, with the kinds of geometry they may have where that is known (empty for none),
 * images, or files.
 */
export interface PortType {
  data: 'rows' | 'image' | 'files';
  geometry: 'any' | readonly ToolKind[];
}

/** A place of a node at which wires begin or end. */
export interface WorkflowPort {
  /** What `sourceHandle` or `targetHandle` says; a wire that names none means the first. */
  name: string;
  /** What it takes; of an output, what it gives. */
  type: PortType;
  /** The input may be left without a wire. */
  isOptional: boolean;
  /** More than one wire may end here. */
  takesMany: boolean;
  /** An image may come in place of rows. */
  takesImages: boolean;
}

export interface WorkflowPorts {
  inputs: readonly WorkflowPort[];
  outputs: readonly WorkflowPort[];
  /** Whether further inputs come with the wires that name them: the tables of a query. */
  isOpen: boolean;
}

/** What ports depend on beside the graph. */
export interface PortContext {
  findTool: FindWorkflowTool;
  /** What is known of data by its name or reference, such as the geometry of a layer. */
  describe?: ((reference: string) => PortType | undefined) | undefined;
  values?: WorkflowValues | undefined;
}

const anyRows: PortType = { data: 'rows', geometry: 'any' };
const anyImage: PortType = { data: 'image', geometry: 'any' };
const files: PortType = { data: 'files', geometry: 'any' };
const port = (name: string, type: PortType, options: Partial<WorkflowPort> = {}): WorkflowPort => ({
  name,
  type,
  isOptional: false,
  takesMany: false,
  takesImages: false,
  ...options,
});
const none: WorkflowPorts = { inputs: [], outputs: [], isOpen: false };

/** The ports of a node. Kinds of geometry that follow from what comes in are those of `typeOfSource`. */
export function workflowPorts(node: WorkflowNode, context: PortContext): WorkflowPorts {
  const out = [port('out', anyRows)];
  switch (node.type) {
    case 'input':
      return { ...none, outputs: [port('out', files)] };
    case 'conversion':
      return { ...none, inputs: [port('in', files, { takesMany: true })], outputs: [port('out', files)] };
    case 'output':
      return { ...none, inputs: [port('in', files, { takesMany: true })] };
    case 'data':
      return { ...none, outputs: [port('out', typeOfData(node.data.reference, context))] };
    case 'tool': {
      const tool = context.findTool(node.data.tool);
      if (!tool) return none;
      const inputs = tool.inputs.map((input) =>
        port(input.name, typeOfInput(input), { isOptional: isOptional(input, tool, node.data.parameters) }),
      );
      const given = inputFields(tool).map(({ name, isRequired }) =>
        port(name, anyRows, { isOptional: !isRequired || Boolean(node.data.parameters[name]) }),
      );
      const images = imageFields(tool).map((field) => imagePort(field, node.data.parameters));
      const { outputs: named = [] } = tool;
      return {
        ...none,
        inputs: [...inputs, ...given, ...images],
        outputs: named.length > 1 ? named.map((name) => port(name, anyRows)) : [port('out', typeOfOutput(tool))],
      };
    }
    case 'files':
      return { ...none, outputs: out };
    case 'collect':
      return {
        ...none,
        inputs: [port('in', anyRows)],
        outputs: [port('out', node.data.to === 'merge' ? anyRows : files)],
      };
    case 'query':
      return { inputs: [], outputs: out, isOpen: true };
    case 'condition':
      return { ...none, inputs: [port('in', anyRows)], outputs: [port('yes', anyRows), port('no', anyRows)] };
    case 'merge':
      return { ...none, inputs: [port('in', anyRows, { takesMany: true })], outputs: out };
    case 'save':
      return { ...none, inputs: [port('in', anyRows, { takesImages: true })] };
    case 'note':
      return none;
  }
}

/** The fields of a tool of people whose data may come by a wire. */
export function inputFields({ fields }: Pick<WorkflowTool, 'fields'>): Extract<ToolField, { type: 'data' }>[] {
  return fields.filter((field) => field.type === 'data').filter(({ isInput }) => isInput);
}

/** The fields of a tool that name images, which may come by wires as well. */
export function imageFields({
  fields,
}: Pick<WorkflowTool, 'fields'>): Extract<ToolField, { type: 'image' | 'images' }>[] {
  return fields.filter((field) => field.type === 'image' || field.type === 'images');
}

function imagePort(
  field: ReturnType<typeof imageFields>[number],
  parameters: Readonly<Record<string, unknown>>,
): WorkflowPort {
  const value = parameters[field.name];
  const isGiven = Array.isArray(value) ? value.length > 0 : Boolean(value);
  const isNeeded = field.type === 'images' ? field.least > 0 : field.isRequired === true;
  return port(field.name, anyImage, { isOptional: !isNeeded || isGiven, takesMany: field.type === 'images' });
}

/** A further input has a field with its name, which may name data in place of a wire. */
function isOptional(input: ToolInput, tool: WorkflowTool, parameters: Readonly<Record<string, unknown>>): boolean {
  if (input.isOptional) return true;
  const { isOptionalWith: given } = input;
  if (given && parameters[given.field] && parameters[given.and.field] === given.and.value) return true;
  const field = tool.fields.find((each) => each.type === 'layer' && each.input === input.name);
  return field !== undefined && Boolean(parameters[field.name]);
}

function typeOfInput({ kinds, takesRows }: ToolInput): PortType {
  return { data: 'rows', geometry: kinds === 'any' || takesRows ? 'any' : kinds };
}

function typeOfOutput({ output, inputs: [first] }: WorkflowTool): PortType {
  if (output === 'image') return anyImage;
  if (output === 'table') return { data: 'rows', geometry: [] };
  if (output === 'same') return first ? typeOfInput(first) : anyRows;
  return { data: 'rows', geometry: output === 'any' ? 'any' : [output] };
}

function typeOfData(field: unknown, { describe, values = {} }: PortContext): PortType {
  const reference = boundValue(field, values);
  if (typeof reference !== 'string') return anyRows;
  const known = describe?.(reference);
  if (known) return known;
  return parseResource(reference)?.kind === 'image' ? anyImage : anyRows;
}

/** The port of an input or output that a wire names; the first where it names none. */
export function portOf(ports: readonly WorkflowPort[], name: string | null | undefined): WorkflowPort | undefined {
  return name === null || name === undefined ? ports[0] : ports.find((each) => each.name === name);
}

/** What is known of wires by their beginnings, for one check of a graph. */
const typesKnown = new WeakMap<PortContext, Map<string, PortType | undefined>>();

/** What a wire from this node gives: where a node hands on what it gets, that of what comes before it. */
export function typeOfSource(
  graph: Pick<WorkflowGraph, 'nodes' | 'edges'>,
  from: Pick<WorkflowEdge, 'source' | 'sourceHandle'>,
  context: PortContext,
): PortType | undefined {
  const { nodes, incoming } = indexOf(graph);
  const known = typesKnown.get(context) ?? new Map<string, PortType | undefined>();
  typesKnown.set(context, known);
  const passed: { key: string; own: PortType }[] = [];
  const seen = new Set<string>();
  let found: PortType | undefined;
  for (let at: Pick<WorkflowEdge, 'source' | 'sourceHandle'> | undefined = from; at;) {
    const key = JSON.stringify([at.source, at.sourceHandle ?? null]);
    const node = nodes.get(at.source);
    const own = node && portOf(workflowPorts(node, context).outputs, at.sourceHandle)?.type;
    // Around a circle nothing is known.
    if (known.has(key) || !node || !own || seen.has(key)) {
      found = known.get(key) ?? own;
      break;
    }
    seen.add(key);
    passed.push({ key, own });
    const first = handedOn(node, context);
    at = first === null ? undefined : incoming.get(node.id)?.find((edge) => (edge.targetHandle ?? first) === first);
  }
  for (const { key, own } of passed.toReversed()) {
    if (!found || found.geometry === 'any' || own.data !== found.data) found = own;
    known.set(key, found);
  }
  return found;
}

/** The input that a node hands on as it is; null where it makes something of its own. */
function handedOn(node: WorkflowNode, { findTool }: PortContext): string | null {
  if (node.type === 'condition') return 'in';
  if (node.type !== 'tool') return null;
  const tool = findTool(node.data.tool);
  return tool?.output === 'same' ? (tool.inputs[0]?.name ?? null) : null;
}

/** A wire that somebody wants to draw, or that is there. */
export type Wire = Pick<WorkflowEdge, 'source' | 'target' | 'sourceHandle' | 'targetHandle'> & { id?: string };

/**
 * Why a wire does not fit; null where it does. A port that takes one wire is taken by any other wire than this one.
 */
export function wireProblem(
  graph: Pick<WorkflowGraph, 'nodes' | 'edges'>,
  wire: Wire,
  context: PortContext,
): GeneralText | null {
  if (wire.source === wire.target) return generalText('general.self');
  const { nodes, incoming } = indexOf(graph);
  const target = nodes.get(wire.target);
  const given = typeOfSource(graph, wire, context);
  if (!target || !given) return generalText('general.unknownPort', { port: wire.sourceHandle ?? '' });
  const ports = workflowPorts(target, context);
  const named = wire.targetHandle ?? ports.inputs[0]?.name;
  const input = portOf(ports.inputs, wire.targetHandle) ?? (ports.isOpen && named ? port(named, anyRows) : undefined);
  if (!input) return generalText('general.unknownPort', { port: wire.targetHandle ?? '' });
  if (
    !input.takesMany &&
    incoming
      .get(wire.target)
      ?.some((edge) => edge.id !== wire.id && (edge.targetHandle ?? ports.inputs[0]?.name) === input.name)
  )
    return generalText('general.portTaken', { input: input.name });
  return typeProblem(input, given);
}

function typeProblem({ name: input, type: wanted, takesImages }: WorkflowPort, given: PortType): GeneralText | null {
  // A file that a conversion has made can be read as rows, or as an image.
  const fits = wanted.data === given.data || given.data === 'files' || (takesImages && given.data === 'image');
  if (!fits) return generalText('general.wrongData', { input, wanted: wanted.data, given: given.data });
  if (wanted.geometry === 'any' || given.geometry === 'any') return null;
  const kinds = wanted.geometry;
  if (given.geometry.some((kind) => kinds.includes(kind))) return null;
  return generalText('general.wrongGeometry', {
    input,
    wanted: kinds.join(', '),
    given: given.geometry.join(', ') || 'table',
  });
}
