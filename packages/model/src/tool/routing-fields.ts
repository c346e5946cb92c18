import type { ErrorCode } from '../error/catalogue.ts';
import type { ToolField, ToolInput } from './tool-definition.ts';

/** How one travels. */
export const routingModes = ['driving', 'walking', 'cycling'] as const;

export type RoutingMode = (typeof routingModes)[number];

export const mode = {
  name: 'mode',
  type: 'select',
  default: 'driving',
  options: routingModes,
} as const satisfies ToolField;

/** Endings of the names of extracts of OpenStreetMap. */
export const extractEndings = ['.osm.pbf', '.pbf'] as const;

/** The roads: an extract of OpenStreetMap in the project, or what the server has where none is named. */
export const network = {
  name: 'extract',
  type: 'file',
  endings: extractEndings,
  default: null,
} as const satisfies ToolField;

export const startPoints = { name: 'features', kinds: ['point'], count: 'any' } as const satisfies ToolInput;

export const routingProblems: readonly ErrorCode[] = ['ROUTING_NOT_SET', 'ROUTING_FAILED', 'TOOL_TOO_MANY_POINTS'];
