import type { WidgetModel } from './widget-state.ts';

/**
 * What a kernel's widgets do, for those who have them in front of them. `answers` is the name of a person's message
 * that the kernel tells again; `settled` says that it has dealt with one. Bytes are base64.
 */
export type WidgetEvent =
  | { kind: 'open'; model: string; whole: WidgetModel }
  | {
      kind: 'update';
      model: string;
      state: Record<string, unknown>;
      buffers: NonNullable<WidgetModel['buffers']>;
      answers?: string;
    }
  | { kind: 'custom'; model: string; content: unknown; buffers: string[] }
  | { kind: 'close'; model: string }
  | { kind: 'settled'; message: string };

/**
 * What a kernel's widgets did since the batch before, whose `sequence` is less by one. Without events there was too
 * much to tell: the state is to be read again.
 */
export interface WidgetBatch {
  sequence: number;
  events: WidgetEvent[] | null;
}
