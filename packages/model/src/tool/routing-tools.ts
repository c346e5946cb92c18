import { mode, network, routingProblems, startPoints } from './routing-fields.ts';
import { defineTools, type ToolInput } from './tool-definition.ts';

const otherPoints: ToolInput = { name: 'other', kinds: ['point'], count: 'any', isOptional: true };
const otherLayer = { name: 'other_layer', type: 'layer', input: 'other', default: null } as const;

export const routingTools = defineTools('routing', [
  {
    id: 'service_area',
    name: 'Service area',
    help: 'Draws how far one gets from each point within several times, by road: rings that touch, or whole areas that lie on each other.',
    inputs: [startPoints],
    fields: [
      { name: 'times', type: 'string', default: '5, 10, 15' },
      { name: 'rings', type: 'boolean', default: true },
      mode,
      network,
    ],
    output: 'polygon',
    problems: [...routingProblems, 'TOOL_TIMES_WRONG'],
    service: 'routing',
  },
  {
    id: 'shortest_path',
    name: 'Shortest path',
    help: 'Draws the quickest way by road, with its minutes and metres: from each point to the next, in the order of a column or else of their ids, or to the points of another layer.',
    inputs: [startPoints, otherPoints],
    fields: [
      otherLayer,
      { name: 'order_column', type: 'column', of: 'features', default: null },
      { name: 'destinations', type: 'select', default: 'quickest', options: ['quickest', 'all'] },
      mode,
      network,
    ],
    output: 'line',
    problems: [...routingProblems, 'TOOL_NEEDS_MORE', 'TOOL_LAYER_EMPTY', 'TOOL_COLUMN_UNKNOWN', 'TOOL_TOO_MANY_PAIRS'],
    service: 'routing',
  },
  {
    id: 'travel_time_matrix',
    name: 'Travel time matrix',
    help: 'Makes a table of the minutes and metres by road from each point to each point of another layer, or to each other. Points are named by a column, or else by the ids of their features.',
    inputs: [startPoints, otherPoints],
    fields: [
      { name: 'column', type: 'column', of: 'features', default: null },
      otherLayer,
      { name: 'other_column', type: 'column', of: 'other', default: null },
      mode,
      network,
    ],
    output: 'table',
    problems: [...routingProblems, 'TOOL_LAYER_EMPTY', 'TOOL_COLUMN_UNKNOWN', 'TOOL_TOO_MANY_PAIRS'],
    service: 'routing',
  },
]);
