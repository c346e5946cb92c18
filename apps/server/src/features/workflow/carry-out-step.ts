import { createHash } from 'node:crypto';
import {
  boundValue,
  GromaError,
  imageFields,
  keptResultsMap,
  parseResource,
  splitExcludedPaths,
  splitIncludedPaths,
  splitStatements,
  type OperationRemark,
  type WorkflowNode,
  type WorkflowNodeOf,
  type WorkflowValues,
} from '@groma/model';
import { formatOfName } from '@groma/geo';
import type { OperationProgress } from '../../platform/operation/operation-kind.ts';
import type { Origin, OriginInput } from '../../platform/origin/origin.ts';
import { readsOnly } from './reads-only.ts';
import type { CarriedStep, MadeByStep, TakenByStep } from './run-graph.ts';
import type { SaveCheckpoint, StepCaller, WorkflowNeeds } from './workflow-needs.ts';

/** One run, as its steps see it. */
export interface StepParts {
  needs: WorkflowNeeds;
  caller: StepCaller;
  workflow: { id: string; name: string };
  values: WorkflowValues;
  /** Data nodes whose references are settled already. */
  settled: ReadonlySet<string>;
  /** Whether a node is to be made anew. */
  isFresh(nodeId: string): boolean;
  /** What was known of a file before it appeared, by the node that saves it. */
  saves: Record<string, SaveCheckpoint>;
  keepSave(nodeId: string, checkpoint: SaveCheckpoint): Promise<void>;
  /** Converts files and waits for the end. */
  convert(
    node: WorkflowNodeOf<'conversion'>,
    wanted: { inputs: string[]; excluded: string[]; folder: string | undefined },
  ): Promise<{ paths: string[]; remarks: OperationRemark[] }>;
  report(progress: OperationProgress): void;
}

/** Does what a node says, with what comes in at its ports. @throws GromaError why it fails */
export async function carryOutStep(
  parts: StepParts,
  node: WorkflowNode,
  taken: readonly TakenByStep[],
  folderOf: (nodeId: string) => string | undefined,
): Promise<CarriedStep> {
  switch (node.type) {
    case 'input':
      return {
        paths: splitIncludedPaths(node.data.includePath),
        excluded: splitExcludedPaths(node.data.excludePath),
      };
    case 'conversion':
      return convertStep(parts, node, taken, folderOf(node.id));
    case 'output':
      return { files: taken.flatMap(({ made }) => made.paths) };
    case 'data': {
      const { projectId, user, signal } = parts.caller;
      const name = textOf(parts, node.data.reference, 'data');
      if (parts.settled.has(node.id)) return { reference: name };
      return { reference: await parts.needs.settle({ projectId, userId: user.id }, name, signal) };
    }
    case 'tool':
      return toolStep(parts, node, taken);
    case 'query':
      return queryStep(parts, node, taken);
    case 'condition':
      return conditionStep(parts, node, taken[0]!);
    case 'merge':
      return mergeStep(parts, node, taken);
    case 'save':
      return saveStep(parts, node, taken[0]!);
    // Loops are carried out by the course of their graph.
    case 'files':
    case 'collect':
    case 'note':
      return {};
  }
}

export function textOf({ values }: StepParts, field: unknown, what: string): string {
  const value = boundValue(field, values);
  if (value === undefined || value === '')
    throw new GromaError('BAD_INPUT', { detail: `${what}: its parameter has no value.` });
  return String(value);
}

/**
 * The reference of the rows that come in.
 * @throws GromaError BAD_INPUT where files come in that are no rows of one layer
 */
export function rowsOf({ from, made }: TakenByStep): string {
  if (made.reference !== null) return made.reference;
  const [only, other] = made.paths;
  if (only !== undefined && other === undefined && formatOfName(only)) return `file:${only}`;
  throw new GromaError('BAD_INPUT', {
    detail: `“${from.data.label}” gives ${made.paths.length === 1 ? 'a file that is no table' : 'several files'}.`,
  });
}

async function toolStep(
  parts: StepParts,
  node: WorkflowNodeOf<'tool'>,
  taken: readonly TakenByStep[],
): Promise<CarriedStep> {
  const { needs, values } = parts;
  const { tool } = node.data;
  // A tool that people offer takes no features.
  const known = needs.findTool(tool);
  const images = known ? imageFields(known) : [];
  const first = known?.inputs[0]?.name ?? images[0]?.name ?? '';
  const named = taken.map((each) => ({ ...each, port: each.port ?? first }));
  const isImage = ({ port }: { port: string }): boolean => images.some(({ name }) => name === port);
  const inputs = Object.fromEntries(named.filter((each) => !isImage(each)).map((each) => [each.port, rowsOf(each)]));
  const parameters: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(node.data.parameters)) {
    const value = boundValue(field, values);
    if (value !== undefined) parameters[name] = value;
  }
  for (const { name, type } of images) {
    const wired = named.filter(({ port }) => port === name).map(imageOf);
    if (wired.length > 0) parameters[name] = type === 'images' ? [...listed(parameters[name]), ...wired] : wired[0];
  }
  const made = await run(parts, node, { tool, inputs, parameters });
  const isOfImage = known?.output === 'image';
  return {
    ...made,
    ...(isOfImage && { rows: null, isImage: true as const }),
    tools: [...toolsOf(taken), { tool, parameters }],
  };
}

function listed(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The reference of the image that comes in. @throws GromaError BAD_INPUT where several files come in */
function imageOf({ from, made }: TakenByStep): string {
  if (made.reference !== null) return made.reference;
  const [only, other] = made.paths;
  if (only !== undefined && other === undefined) return only;
  throw new GromaError('BAD_INPUT', { detail: `“${from.data.label}” gives several files.` });
}

/** Runs a tool, or takes rows as they are, as the step of a node. */
export async function run(
  { needs, caller, isFresh, report, saves, keepSave }: StepParts,
  { id, data }: WorkflowNode,
  wanted: { tool: string | null; inputs: Record<string, string>; parameters: Record<string, unknown> },
): Promise<CarriedStep & { reference: string | null; rows: number }> {
  const { reference, count, isReused, skipped, sources, files } = await needs.steps.run(caller, {
    ...wanted,
    name: data.label,
    isFresh: isFresh(id),
    nonce: caller.operationId,
    report,
    checkpoint: saves[id] ?? null,
    keep: (checkpoint) => keepSave(id, checkpoint),
  });
  const left = skipped.map(({ reason, count: each }) => `${reason}: ${each}`).join(', ');
  const message = left === '' ? null : left;
  return { reference, rows: count, isReused, sources, message, files, paths: files };
}

/**
 * Runs a query over what comes in, each by the name of its port, and what it names of the project itself. It only
 * reads.
 */
async function queryStep(
  { needs, caller, values, isFresh }: StepParts,
  node: WorkflowNodeOf<'query'>,
  taken: readonly TakenByStep[],
): Promise<CarriedStep> {
  const text = node.data.query.trim().replace(/;\s*$/, '');
  const inputs = Object.fromEntries(taken.map((each) => [each.port ?? '', rowsOf(each)]));
  const tables = Object.entries(inputs).map(
    ([name, reference]) => `${quoted(name)} AS (SELECT * FROM ${relationOf(reference)})`,
  );
  const statement = `${tables.length > 0 ? `WITH ${tables.join(', ')} ` : ''}SELECT * FROM (\n${text}\n) AS result`;
  if (splitStatements(text).length !== 1 || splitStatements(statement).length !== 1)
    throw new GromaError('BAD_INPUT', { detail: 'query: write one statement that reads.' });
  const params = Object.fromEntries(
    Object.entries(values).filter(([name]) => new RegExp(String.raw`\$${name}\b`).test(text)),
  );
  const { projectId, user, signal } = caller;
  const { reference, count, isReused, sources } = await needs.steps.rows(caller, {
    query: text,
    inputs,
    params,
    name: node.data.label,
    isFresh: isFresh(node.id),
    nonce: caller.operationId,
    namesMore: !readsOnly(text, Object.keys(inputs)),
    make: async () => {
      const rows = await needs.queryProject({ projectId, userId: user.id, query: statement, params, signal });
      if (!rows) throw new GromaError('BAD_INPUT', { detail: 'query: it gives no rows.' });
      return rows;
    },
  });
  return {
    reference,
    rows: count,
    isReused,
    sources,
    tools: [...toolsOf(taken), { tool: 'query', parameters: { query: text, params } }],
  };
}

/** How SQL over a project names data by its reference. */
function relationOf(reference: string): string {
  const { kind, parts } = parseResource(reference)!;
  const names = kind === 'result' ? ['layers', keptResultsMap, ...parts] : [`${kind}s`, ...parts];
  return names.map(quoted).join('.');
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

async function conditionStep(
  parts: StepParts,
  node: WorkflowNodeOf<'condition'>,
  taken: TakenByStep,
): Promise<CarriedStep> {
  const { subject, operator, value } = node.data;
  const wanted = boundValue(value, parts.values);
  const rows = await run(parts, node, { tool: null, inputs: { features: rowsOf(taken) }, parameters: {} });
  const is = subject === 'count' ? rows.rows : boundValue(subject, parts.values);
  const branch = compare(is, operator, wanted) ? 'yes' : 'no';
  return { ...rows, tools: taken.made.tools, branch };
}

/** Numbers as numbers; texts and truth values as they are written. */
function compare(is: unknown, operator: string, wanted: unknown): boolean {
  const isNumeric = typeof is === 'number' && wanted !== '' && Number.isFinite(Number(wanted));
  const [one, other] = isNumeric ? [is, Number(wanted)] : [String(is ?? ''), String(wanted ?? '')];
  switch (operator) {
    case '=':
      return one === other;
    case '!=':
      return one !== other;
    case '<':
      return one < other;
    case '<=':
      return one <= other;
    case '>':
      return one > other;
    default:
      return one >= other;
  }
}

/** Puts the rows of all that comes in into one, by the tool that does so for two. */
async function mergeStep(
  parts: StepParts,
  node: WorkflowNodeOf<'merge'>,
  taken: readonly TakenByStep[],
): Promise<CarriedStep> {
  const [first, ...others] = taken;
  let merged = await run(parts, node, { tool: null, inputs: { features: rowsOf(first!) }, parameters: {} });
  let isReused = merged.isReused ?? false;
  for (const each of others) {
    const inputs = { features: merged.reference!, other: rowsOf(each) };
    merged = await run(parts, node, { tool: 'merge_layers', inputs, parameters: {} });
    isReused &&= merged.isReused ?? false;
  }
  return { ...merged, isReused, tools: toolsOf(taken) };
}

function toolsOf(taken: readonly TakenByStep[]): MadeByStep['tools'] {
  return taken.flatMap(({ made }) => made.tools);
}

async function saveStep(parts: StepParts, node: WorkflowNodeOf<'save'>, taken: TakenByStep): Promise<CarriedStep> {
  const { needs, caller, saves, keepSave } = parts;
  const { to, map, name, path } = node.data;
  const reference = rowsOf(taken);
  // An image is kept as it is.
  if (to === 'result' && taken.made.isImage) return { reference, sources: taken.made.sources, tools: taken.made.tools };
  if (to === 'result')
    return {
      ...(await run(parts, node, { tool: null, inputs: { features: reference }, parameters: {} })),
      tools: taken.made.tools,
    };
  const wanted = boundValue(name, parts.values);
  const target =
    to === 'layer'
      ? {
          kind: 'layer' as const,
          mapId: textOf(parts, map, 'map'),
          layerId: idOf(caller.operationId, node.id),
          name: (typeof wanted === 'string' && wanted.trim()) || taken.from.data.label || node.data.label,
          checkpoint: saves[node.id] ?? null,
        }
      : { kind: 'file' as const, path: textOf(parts, path, 'path'), checkpoint: saves[node.id] ?? null };
  const made = await needs.steps.save(caller, {
    reference,
    origin: originOf(parts, node, taken.made),
    to: target,
    keep: (checkpoint) => keepSave(node.id, checkpoint),
  });
  return { rows: made.count, layer: made.layer, files: made.path === null ? [] : [made.path] };
}

/** What a save makes names its workflow, the run, and the tools that led to it. */
export function originOf({ workflow, caller, values }: StepParts, node: WorkflowNode, made: MadeByStep): Origin {
  return {
    kind: 'workflow',
    doer: workflow.id,
    parameters: { name: workflow.name, run: caller.operationId, node: node.id, tools: made.tools, values },
    inputs: namedApart(made.sources),
    operationId: caller.operationId,
  };
}

/** Each source once, under a name of its own. */
function namedApart(sources: readonly OriginInput[]): OriginInput[] {
  const names = new Set<string>();
  const keys = new Set<string>();
  return sources.flatMap((source) => {
    const key = JSON.stringify([source.sourceLayerId, source.sourcePath, source.sourceReference, source.version]);
    if (keys.has(key)) return [];
    keys.add(key);
    let input = source.sourceName;
    for (let number = 2; names.has(input); number++) input = `${source.sourceName} (${number})`;
    names.add(input);
    return [{ ...source, input }];
  });
}

/** An id that is the same for every attempt at a run. */
function idOf(runId: string, nodeId: string): string {
  const hex = createHash('sha256').update(`${runId} ${nodeId}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

async function convertStep(
  parts: StepParts,
  node: WorkflowNodeOf<'conversion'>,
  taken: readonly TakenByStep[],
  folder: string | undefined,
): Promise<CarriedStep> {
  const inputs = taken.flatMap(({ made }) => made.paths);
  const excluded = taken.flatMap(({ made }) => made.excluded);
  const { paths, remarks } = await parts.convert(node, { inputs, excluded, folder });
  return { paths, files: paths, remarks };
}
