import { z } from 'zod';

/** What may be told about use: kinds and counts, never a name, a text or a path of anybody's work. */
const id = z.uuid();
const count = z.number().int().min(0).max(1_000_000);
/** The ending of a file name, which says what kind of file it is. */
const extension = z.string().regex(/^[a-z0-9]{0,12}$/);
/** A code of the error catalogue, or the name of a class of errors. */
const errorName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,59}$/);

/** Events of use by name, each with all it may carry (SHL-086 to SHL-093). */
const eventProperties = {
  run_code_block: z.strictObject({ notebook_id: id, blocks: count }),
  stop_all_blocks: z.strictObject({ notebook_id: id }),
  error_occurred: z.strictObject({
    error: errorName,
    where: z.enum(['browser', 'server']),
    call: z
      .string()
      .regex(/^[A-Za-z]{1,60}$/)
      .optional(),
  }),
  open_file_viewer: z.strictObject({ viewer: z.string().regex(/^[a-z-]{1,30}$/), extension }),
  upload_file: z.strictObject({ extension, files: count }),
  import_layers: z.strictObject({ extension, layers: count }),
  create_chart: z.strictObject({ chart: z.string().regex(/^[a-z_]{1,30}$/) }),
  add_to_gaia: z.strictObject({ kind: z.string().regex(/^[a-zA-Z]{1,30}$/) }),
  ai_modify_code: z.strictObject({ notebook_id: id }),
} as const;

export type AnalyticsEventName = keyof typeof eventProperties;
export type AnalyticsProperties<Name extends AnalyticsEventName> = z.output<(typeof eventProperties)[Name]>;

const named = Object.entries(eventProperties).map(([name, properties]) =>
  z.strictObject({ name: z.literal(name), properties, project_id: id.optional() }),
);

/** One event as a client tells it. Anything that is not foreseen for its name is refused. */
export const analyticsEvent = z.discriminatedUnion(
  'name',
  named as unknown as [(typeof named)[number], ...typeof named],
) as unknown as z.ZodType<AnalyticsEvent>;

export type AnalyticsEvent = {
  [Name in AnalyticsEventName]: { name: Name; properties: AnalyticsProperties<Name>; project_id?: string | undefined };
}[AnalyticsEventName];
