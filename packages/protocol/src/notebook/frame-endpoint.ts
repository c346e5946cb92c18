import { filterOperators, ofResource } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const column = z.number().int().min(0);

const filter = z.array(
  z.object({
    column,
    operator: z.enum(filterOperators),
    value: z.union([z.string().max(10_000), z.number(), z.boolean()]).optional(),
  }),
);

const sort = z.array(z.object({ column, direction: z.enum(['asc', 'desc']) }));

/**
 * What can be asked of a data frame, whose columns are known by their places, levels of an index first: its columns
 * from `firstColumn` on, rows `start` (counted) to `end` (not counted) of what passes, what the values of a column are
 * like, and a file of it.
 */
const frameQuestion = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('columns'), firstColumn: column.optional() }),
  z.object({
    ask: z.literal('rows'),
    start: z.number().int().min(0),
    end: z.number().int().min(0),
    sort: sort.max(50),
    filter: filter.max(100),
    firstColumn: column.optional(),
  }),
  z.object({ ask: z.literal('profile'), column, filter: filter.max(100) }),
  z.object({ ask: z.literal('save'), format: z.enum(['csv', 'parquet']) }),
]);

const frameColumn = z.object({
  name: z.string(),
  type: z.enum(['text', 'number', 'time', 'geo', 'boolean']),
  /** As the library calls the type. */
  dtype: z.string(),
  isIndex: z.boolean(),
  /** As the library writes a value that is missing. */
  missing: z.string(),
});
export type FrameColumn = z.output<typeof frameColumn>;

const count = z.number().int().min(0);

const frameProfile = z.object({
  rows: count,
  missing: count,
  distinct: count.optional(),
  figures: z
    .object({
      min: z.number(),
      max: z.number(),
      mean: z.number(),
      median: z.number(),
      deviation: z.number().nullable(),
    })
    .optional(),
  /** How many values there are in each twentieth of the range. */
  bars: z.array(count).max(100).optional(),
  range: z.tuple([z.string(), z.string()]).optional(),
  /** The most frequent, by their texts. */
  values: z
    .array(z.object({ value: z.string(), count }))
    .max(100)
    .optional(),
});
export type FrameProfile = z.output<typeof frameProfile>;

/**
 * Of a frame that is there; `columns` are as many as are told at once of the `columnCount`, `variable` is a name that
 * code has for it.
 */
const liveFrame = z.object({
  state: z.literal('live'),
  columns: z.array(frameColumn).max(1_000).optional(),
  columnCount: count.optional(),
  variable: z.string().nullable().optional(),
  /** How code gets it as a frame of pandas. */
  asPandas: z.string().nullable().optional(),
  rows: z
    .array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])))
    .max(1_000)
    .optional(),
  rowCount: count.optional(),
  profile: frameProfile.optional(),
  path: z.string().optional(),
});

/**
 * `lost`: the notebook has no kernel, or none that knows of frames; `gone`: the frame is not held by the code any more;
 * `changed`: it has other rows or columns than when it was shown; `busy`: no answer came in time; `failed`: for the
 * `reason`, which comes from the kernel.
 */
const frameAnswer = z.discriminatedUnion('state', [
  liveFrame,
  z.object({ state: z.enum(['lost', 'gone', 'changed', 'busy']) }),
  z.object({ state: z.literal('failed'), reason: z.string() }),
]);
export type FrameAnswer = z.output<typeof frameAnswer>;

export const askFrame = defineEndpoint({
  id: 'askFrame',
  method: 'POST',
  path: '/api/notebooks/:notebookId/projects/:projectId/frames/:frameId',
  summary:
    'Columns, rows, figures or a file of a data frame that an output of the notebook shows, as its kernel has it now.',
  policy: ofResource('notebook', 'run', { in: 'params', name: 'notebookId' }),
  params: z.object({ notebookId: z.string(), projectId: z.string(), frameId: z.string().max(200) }),
  body: frameQuestion,
  reply: z.object({ data: frameAnswer }),
});
export type FrameQuestion = z.input<typeof frameQuestion>;

/** What a kernel has answered, if it is an answer. */
export function readFrameAnswer(content: unknown): FrameAnswer | null {
  return frameAnswer.safeParse(content).data ?? null;
}
