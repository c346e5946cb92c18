import { conversionTools } from './conversion-tools.ts';
import { correctionTools, screeningTools, sharpeningTools } from './correction-tools.ts';
import { coordinateTools } from './coordinate-tools.ts';
import { gridTools } from './grid-tools.ts';
import { imageryTools } from './imagery-tools.ts';
import { imageTools } from './image-tools.ts';
import { measurementTools } from './measurement-tools.ts';
import { overlayTools } from './overlay-tools.ts';
import { pointTools } from './point-tools.ts';
import { polygonTools } from './polygon-tools.ts';
import { routingTools } from './routing-tools.ts';
import { tableTools } from './table-tools.ts';
import { seriesTools } from './series-tools.ts';
import type { ToolDefinition } from './tool-definition.ts';
import { transformationTools } from './transformation-tools.ts';

const all = [
  ...measurementTools,
  ...transformationTools,
  ...conversionTools,
  ...coordinateTools,
  ...polygonTools,
  ...pointTools,
  ...overlayTools,
  ...gridTools,
  ...tableTools,
  ...routingTools,
  ...imageryTools,
  ...seriesTools,
  ...imageTools,
  ...correctionTools,
  ...screeningTools,
  ...sharpeningTools,
];

export type ToolId = (typeof all)[number]['id'];

/** Tools that work on images, and on no features. */
export type ImageToolId = (
  | (typeof imageTools)[number]
  | (typeof correctionTools)[number]
  | (typeof sharpeningTools)[number]
)['id'];

/** Every tool there is, in the order of the drawer. */
export const TOOLS: readonly (ToolDefinition & { readonly id: ToolId })[] = all;

const byId = new Map<string, (typeof TOOLS)[number]>(TOOLS.map((tool) => [tool.id, tool]));

export function findTool(id: string): (typeof TOOLS)[number] | undefined {
  return byId.get(id);
}
