import type { WidgetEvent, WidgetModels } from '@groma/model';
import type { WidgetUseBody } from '@groma/protocol';

/** What the parts of a widget are called that bring no words of their own. */
export interface PartNames {
  play: string;
  pause: string;
  stop: string;
  repeat: string;
}

/** What the page tells the frame of a widget. */
export type ToWidgetFrame =
  /** The models as they are: what was on its way to the kernel is settled with them. */
  | { type: 'groma-widget-models'; root: string; models: WidgetModels }
  | { type: 'groma-widget-events'; events: WidgetEvent[] }
  /** Whether people may use it, and what its parts are called. */
  | { type: 'groma-widget-use'; isUsable: boolean; names: PartNames }
  | { type: 'groma-widget-look'; style: Record<string, string>; scheme: string };

/** A message of the frame to a model of the kernel, under a name of the frame's own. Buffers are base64. */
export interface WidgetSend {
  message: string;
  model: string;
  data: WidgetUseBody['data'];
  buffers: string[];
}

/** What the frame tells the page, besides its height. */
export type FromWidgetFrame =
  | { type: 'groma-widget-ready' }
  | { type: 'groma-widget-shown' }
  | { type: 'groma-widget-want'; model: string }
  | ({ type: 'groma-widget-send' } & WidgetSend);

/** What a frame said, if it is something we understand. The code of a notebook may say anything. */
export function readWidgetMessage(value: unknown): FromWidgetFrame | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, message, model, data, buffers } = value as Record<string, unknown>;
  switch (type) {
    case 'groma-widget-ready':
    case 'groma-widget-shown':
      return { type };
    case 'groma-widget-want':
      return typeof model === 'string' ? { type, model } : null;
    case 'groma-widget-send':
      return typeof message === 'string' &&
        typeof model === 'string' &&
        typeof data === 'object' &&
        data !== null &&
        Array.isArray(buffers) &&
        buffers.every((buffer) => typeof buffer === 'string')
        ? { type, message, model, data: data as WidgetSend['data'], buffers }
        : null;
    default:
      return null;
  }
}
