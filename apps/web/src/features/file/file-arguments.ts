import { z } from 'zod';

/** What commands on files take: paths of the project, as `/data/roads.geojson`. */
export const pathArgument = z.object({ path: z.string() });
export const pathsArgument = z.object({ paths: z.array(z.string()).min(1) });
/** A file and its size where that is known: it decides how the file opens. */
export const openArgument = z.object({ path: z.string(), bytes: z.number().nullable() });
/** A file or folder, and the names of the files that belong to it. */
export const entryArgument = z.object({ path: z.string(), isDir: z.boolean(), parts: z.array(z.string()).optional() });
export const entriesArgument = z.object({ entries: z.array(entryArgument).min(1) });
/** A folder, else the topmost one; `isChosen` says whether what is made in it is chosen in the tree. */
export const folderArgument = z.object({ folder: z.string(), isChosen: z.boolean().optional() }).optional();
export const intoArgument = z.object({ folder: z.string() });
