import { z } from 'zod';

/** Files and folders of the project, as a drag carries them. */
export const draggedFilesArgument = z.array(z.object({ path: z.string(), isDir: z.boolean() }));
/** A file of the project and the map it goes into; a new map is made for it where there is none. */
export const importIntoArgument = z.object({
  path: z.string(),
  mapId: z.string().nullable(),
  /** Further files for the same map. */
  also: z.array(z.string()).optional(),
});
