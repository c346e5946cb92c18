import type { WidgetPath } from './widget-model-store.ts';

/** A message of a person to a model of a kernel, under a name of the page's own. Buffers are base64. */
export interface WidgetUse {
  message: string;
  model: string;
  data:
    | { method: 'update'; state: Record<string, unknown>; buffer_paths: WidgetPath[] }
    | { method: 'custom'; content?: unknown };
  buffers: string[];
}

/**
 * `read`: the models of a widget, and the number of the last batch that was told before them. `use`: passes a message
 * on. `settle`: waits until the kernel has dealt with one.
 */
export type WidgetQuestion =
  | { ask: 'read'; model: string }
  | { ask: 'use'; use: WidgetUse }
  | { ask: 'settle'; message: string };
