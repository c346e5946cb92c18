import { dataKinds, inProject } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const projectId = z.object({ projectId: z.string() });
const longestName = 2_000;

const resourceEntry = z.object({
  kind: z.enum(dataKinds),
  /** By ids: stays the same when the thing is renamed or moved; a file's is its path. */
  reference: z.string(),
  /** By names, as people write it. */
  name: z.string(),
  /** The last part of the name. */
  label: z.string(),
  /** Where it is: a map, a folder, a database and schema. */
  place: z.string(),
  /** Another one after each change; null where that is not known. */
  version: z.string().nullable(),
  /** Kinds of geometry that it holds; null where that is not known without reading it. */
  geometry: z.array(z.enum(['point', 'line', 'polygon'])).nullable(),
  rows: z.number().nullable(),
});
export type ResourceEntry = z.output<typeof resourceEntry>;

const resourceDescription = resourceEntry.extend({
  columns: z.array(z.object({ name: z.string(), type: z.string(), is_geometry: z.boolean() })),
  /** `EPSG:4326` and the like, or the name of a system without a code; null where there is none. */
  crs: z.string().nullable(),
  /** West, south, east and north in degrees. */
  extent: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
});
export type ResourceDescription = z.output<typeof resourceDescription>;

/** Ends of the names of files that are wanted though they hold neither tables nor geodata, with commas between them. */
const endings = z
  .string()
  .max(200)
  .default('')
  .transform((text) => text.split(',').filter(Boolean));

export const listResources = defineEndpoint({
  id: 'listResources',
  method: 'GET',
  path: '/api/resources/projects/:projectId',
  summary: 'Data of a project by name: layers, files, tables of databases and images that the caller may read.',
  policy: inProject('read', 'project'),
  params: projectId,
  query: z.object({
    /** Words that name and place hold, in any case and with any accents. */
    query: z.string().max(200).default(''),
    /** Kinds with commas between them; all where it is left out. */
    kinds: z
      .string()
      .default(dataKinds.join(','))
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(dataKinds))),
    /** Where there are any, of files those alone. */
    endings,
  }),
  reply: z.object({
    data: z.array(resourceEntry),
    /** There are more than were listed. */
    is_cut: z.boolean(),
  }),
});

export const readResource = defineEndpoint({
  id: 'readResource',
  method: 'GET',
  path: '/api/resources/projects/:projectId/resolve',
  summary: 'What a name or reference of data stands for, with its columns, extent and version.',
  policy: inProject('read', 'project'),
  params: projectId,
  query: z.object({ name: z.string().min(1).max(longestName), endings }),
  reply: z.object({ data: resourceDescription }),
});
