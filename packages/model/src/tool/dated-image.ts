import { z } from 'zod';
import { GromaError } from '../error/groma-error.ts';
import { bandRoles } from '../map/raster-style.ts';

const day = /^\d{4}-\d{2}-\d{2}$/;

const datedImageSchema = z.strictObject({
  date: z.string().regex(day),
  name: z.string().max(1_000),
  /** A path below /data or an address; or several, one a line, whose bands stand behind each other. */
  url: z.string().min(1).max(30_000),
  /** The band maths that its layer shows; null where it shows bands as they are. */
  shown: z.string().max(2_000).default('b1'),
  /** Bands, from 1, by the part of the spectrum that they are. */
  roles: z.partialRecord(z.enum(bandRoles), z.number().int().min(1)).default({}),
  /** Value of a pixel that reflects all light. */
  full: z.number().positive().default(1),
  nodata: z.number().nullable().default(null),
});

/** An image of a day with what its layer knows of it, as the parameter of a tool holds it. */
export type DatedImage = z.output<typeof datedImageSchema>;

/** The text of a parameter that names an image with all that is known of it. */
export function formatDatedImage(image: DatedImage): string {
  return JSON.stringify(image);
}

/** Reads what `formatDatedImage` writes; null for a text of another form. @throws GromaError BAD_INPUT */
export function parseDatedImage(text: string): DatedImage | null {
  if (!text.startsWith('{')) return null;
  try {
    return datedImageSchema.parse(JSON.parse(text));
  } catch (error) {
    const detail = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new GromaError('BAD_INPUT', { detail: `dated_images: ${detail}` });
  }
}

/** The day, as yyyy-mm-dd, that a text is about: a date, what a time begins with, or what the name of a file holds. */
export function dayIn(text: string): string | null {
  const [, year, month, date] =
    /(?<!\d)((?:19|20)\d{2})[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?!\d)/.exec(text) ?? [];
  if (year === undefined) return null;
  const found = `${year}-${month}-${date}`;
  const time = Date.parse(`${found}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(found) ? found : null;
}
