import type { WidgetEvent, WidgetModels } from '@groma/model';
import type { WidgetUseBody } from '@groma/protocol';

/** Words of a frame for what brings none of its own. */
export interface PartNames {
  play: string;
  pause: string;
  stop: string;
  repeat: string;
  /** In place of a widget whose own code fails. */
  failed: string;
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
  /** Something of another server was asked for, which no frame reaches. */
  | { type: 'groma-widget-unreached'; host: string }
  | ({ type: 'groma-widget-send' } & WidgetSend);

/** What a frame said, if it is something we understand. The code of a notebook may say anything. */
export function readWidgetMessage(value: unknown): FromWidgetFrame | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, message, model, data, buffers, host } = value as Record<string, unknown>;
  switch (type) {
    case 'groma-widget-ready':
    case 'groma-widget-shown':
      return { type };
    case 'groma-widget-want':
      return typeof model === 'string' ? { type, model } : null;
    case 'groma-widget-unreached':
      return typeof host === 'string' && /^[a-z0-9.-]{1,100}$/i.test(host) ? { type, host } : null;
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
