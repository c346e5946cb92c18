import { ofResource, type WidgetBatch } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** Most bytes that a widget sends at once, as base64: what files that are given to a FileUpload may come to. */
const mostBase64 = 12_000_000;
const mostBuffers = 1_000;

const place = z.array(z.union([z.string().max(1_000), z.number()])).max(100);
const base64 = z
  .string()
  .max(mostBase64)
  .regex(/^[A-Za-z0-9+/=]*$/);

const params = z.object({ notebookId: z.string(), projectId: z.string(), modelId: z.string().max(200) });

const model = z.object({
  model_name: z.string(),
  model_module: z.string(),
  model_module_version: z.string(),
  state: z.record(z.string(), z.unknown()),
  buffers: z.array(z.object({ path: place, data: z.string(), encoding: z.literal('base64') })).optional(),
});

/**
 * `kernel` names the start of the kernel that has the models, and `sequence` the last batch of the notebook's room that
 * was told before. `lost`: there is no such widget in a kernel, or not any more.
 */
const widgetReading = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('live'),
    kernel: z.string(),
    sequence: z.number(),
    models: z.record(z.string(), model),
  }),
  z.object({ state: z.literal('lost') }),
]);
export type WidgetReading = z.output<typeof widgetReading>;

export const readWidget = defineEndpoint({
  id: 'readWidget',
  method: 'GET',
  path: '/api/notebooks/:notebookId/projects/:projectId/widgets/:modelId',
  summary: 'The models that a widget of the notebook’s kernel is made of, as they are now.',
  policy: ofResource('notebook', 'read', { in: 'params', name: 'notebookId' }),
  params,
  reply: z.object({ data: widgetReading }),
});

/**
 * A message to the model of a widget (Jupyter’s widget messaging protocol 2), under a name of the sender’s by which its
 * effects are told to the notebook’s room. `buffers` are what `buffer_paths` stand for.
 */
const widgetUse = z
  .object({
    kernel: z.string().max(200),
    message: z.string().max(100),
    data: z.discriminatedUnion('method', [
      z.object({
        method: z.literal('update'),
        state: z.record(z.string(), z.unknown()),
        buffer_paths: z.array(place.min(1)).max(mostBuffers).default([]),
      }),
      z.object({ method: z.literal('custom'), content: z.unknown().optional() }),
    ]),
    buffers: z.array(base64).max(mostBuffers).default([]),
  })
  .refine(({ buffers }) => buffers.reduce((sum, buffer) => sum + buffer.length, 0) <= mostBase64);
export type WidgetUseBody = z.input<typeof widgetUse>;

export const useWidget = defineEndpoint({
  id: 'useWidget',
  method: 'POST',
  path: '/api/notebooks/:notebookId/projects/:projectId/widgets/:modelId',
  summary: 'Use a widget of the notebook’s kernel: what changes is told to everybody who has the notebook open.',
  policy: ofResource('notebook', 'run', { in: 'params', name: 'notebookId' }),
  params,
  body: widgetUse,
  bodyBytes: 2 * mostBase64,
  reply: z.object({ data: z.object({ state: z.enum(['live', 'lost']) }) }),
});

/** What the socket of a notebook tells of widgets beside the document, as a JSON text. */
export interface WidgetsTold extends WidgetBatch {
  type: 'Widgets_Told';
  kernel: string;
}
