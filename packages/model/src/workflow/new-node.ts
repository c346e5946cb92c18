import { offeredFormats, type WorkflowDataType } from './format-table.ts';
import { englishText, workflowText } from './workflow-texts.ts';
import type { WorkflowEdge, WorkflowGraph, WorkflowNode, WorkflowNodeOf, WorkflowNodeType } from './workflow-graph.ts';

/** Side of the square in which new nodes are placed at random (WFL-071). */
const newNodeArea = 400;

const made: { [Type in WorkflowNodeType]: Omit<WorkflowNodeOf<Type>['data'], 'label'> } = {
  input: { includePath: '', excludePath: '', dataType: 'raster', format: 'geotiff' },
  output: { path: '', dataType: 'raster', format: 'geotiff' },
  conversion: {
    inputType: 'raster',
    outputType: 'raster',
    inputFormat: 'geotiff',
    outputFormat: 'cog',
    isValid: true,
  },
};

/**
 * A new node of a kind with its defaults (WFL-067 to WFL-069), at `position` or somewhere at random; `label` in the
 * language of the person, else English.
 */
export function newWorkflowNode(
  type: WorkflowNodeType,
  id: string,
  position: WorkflowNode['position'] = { x: Math.random() * newNodeArea, y: Math.random() * newNodeArea },
  label = englishText(workflowText(`new.${type}`)),
): WorkflowNode {
  return { id, type, position, data: { label, ...made[type] } } as WorkflowNode;
}

/** A new edge; its id is made from the time (WFL-072). `now` is in milliseconds. */
export function newWorkflowEdge(source: string, target: string, now = Date.now()): WorkflowEdge {
  return { id: `edge-${now}`, source, target, type: 'default', data: {} };
}

/**
 * What a new workflow holds: an input, a conversion and an output, connected in that order (WFL-147). `label` names
 * them, in English by default.
 */
export function newWorkflowGraph(
  makeId: () => string,
  { now = Date.now(), label }: { now?: number; label?: (type: WorkflowNodeType) => string } = {},
): WorkflowGraph {
  const [input, conversion, output] = [makeId(), makeId(), makeId()];
  return {
    nodes: [
      newWorkflowNode('input', input, { x: 40, y: 120 }, label?.('input')),
      newWorkflowNode('conversion', conversion, { x: 340, y: 120 }, label?.('conversion')),
      newWorkflowNode('output', output, { x: 640, y: 120 }, label?.('output')),
    ],
    edges: [newWorkflowEdge(input, conversion, now), newWorkflowEdge(conversion, output, now + 1)],
  };
}

/**
 * The format that a node has once its kind of data has been changed: the first of that kind; none for `any` (WFL-063,
 * WFL-064).
 */
export function firstFormat(type: WorkflowDataType, direction: 'input' | 'output'): string | null {
  return offeredFormats(type, direction)[0]?.id ?? null;
}
