import { z } from 'zod';
import type { WholeOutput } from '@groma/model';

/** Values of input blocks, by the names of their variables. */
export const appValues = z
  .record(
    z.string().max(100),
    z.union([z.number(), z.string().max(10_000), z.array(z.string().max(10_000)).max(1_000), z.null()]),
  )
  .refine((values) => Object.keys(values).length <= 500, { message: 'These are too many values.' });
export type AppValues = z.output<typeof appValues>;

const output = z.custom<WholeOutput>((value) => typeof value === 'object' && value !== null && 'kind' in value);
const outputs = z.array(output);

const input = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ kind: z.literal(type), id: z.string(), name: z.string(), label: z.string(), ...shape });

/** A block of an application, in the order of the notebook: text as markdown, an input, or what code shows. */
export const appBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), id: z.string(), markdown: z.string() }),
  z.object({ kind: z.literal('picture'), id: z.string(), source: z.string(), caption: z.string() }),
  input('slider', { value: z.number(), min: z.number(), max: z.number(), step: z.number() }),
  input('text-input', { value: z.string() }),
  /** As dd-MM-yyyy. */
  input('date', { value: z.string() }),
  input('choice', { options: z.array(z.string()), value: z.string().nullable() }),
  input('choices', { options: z.array(z.string()), value: z.array(z.string()) }),
  /** `is_hidden`: its author has folded its outputs away. */
  z.object({ kind: z.literal('cell'), id: z.string(), is_hidden: z.boolean(), outputs }),
]);
export type AppBlock = z.output<typeof appBlock>;

/** What became of a code block: `waiting` for its turn in this run, `skipped` since one before it failed. */
const appCellStates = ['waiting', 'running', 'ok', 'error', 'skipped'] as const;
export type AppCellState = (typeof appCellStates)[number];

/**
 * Why a session has ended: nobody ran anything for long, a run took too long or too much memory, the code ended its
 * kernel, it is published no more for this reader, the server stops, or no kernel could be started.
 */
const appEnds = ['idle', 'time', 'memory', 'died', 'unpublished', 'server', 'failed'] as const;
export type AppEnd = (typeof appEnds)[number];

/**
 * What readers are told beside the outputs of a code block: there is more than they are sent, or it asks a database,
 * which no reader can.
 */
const appRemarks = ['cut', 'no-databases'] as const;
export type AppRemark = (typeof appRemarks)[number];

const cell = z.object({
  id: z.string(),
  state: z.enum(appCellStates),
  outputs,
  remark: z.enum(appRemarks).optional(),
});

/** What a reader is told of the session, a line of JSON each. */
export const appEvent = z.discriminatedUnion('type', [
  /** All places are taken: the place among those who wait for this application, from 1. */
  z.object({ type: z.literal('place'), place: z.number().int() }),
  z.object({ type: z.literal('starting') }),
  /** The session as it is: `session` names it in calls, `cells` are those that have run or will in this run. */
  z.object({
    type: z.literal('ready'),
    session: z.string(),
    values: appValues,
    is_running: z.boolean(),
    cells: z.array(cell),
  }),
  /** A run has begun, with these values, of these code blocks. */
  z.object({ type: z.literal('run'), values: appValues, cells: z.array(z.string()) }),
  z.object({ type: z.literal('cell'), ...cell.shape }),
  z.object({ type: z.literal('rest') }),
  z.object({ type: z.literal('ended'), reason: z.enum(appEnds), detail: z.string().optional() }),
  /** Nothing: the connection is there. */
  z.object({ type: z.literal('beat') }),
]);
export type AppEvent = z.output<typeof appEvent>;
