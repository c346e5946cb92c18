import { z } from 'zod';

/**
 * One entry of a folder (FIL-003). `bytes` is the exact size beside the text of the specification; both are null for a
 * folder. `parts` are names of the files that belong to it, as roads.dbf to roads.shp, where they were asked for.
 */
export const fileEntry = z.object({
  path: z.string(),
  isDir: z.boolean(),
  size: z.string().nullable(),
  bytes: z.number().nullable(),
  lastModified: z.string(),
  parts: z.array(z.string()).optional(),
});
export type FileEntry = z.output<typeof fileEntry>;

/** What became of one thing of several that were to be changed: the path it has now, or why it was left as it was. */
export const fileOutcome = z.object({
  from: z.string(),
  to: z.string().nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type FileOutcome = z.output<typeof fileOutcome>;

/** Something in the trash. `path` is where it was, `expiresAt` when it is deleted for good. */
export const trashEntry = z.object({
  id: z.string(),
  path: z.string(),
  isDir: z.boolean(),
  size: z.string().nullable(),
  bytes: z.number().nullable(),
  deletedAt: z.string(),
  expiresAt: z.string(),
  deletedBy: z.string().nullable(),
});
export type TrashEntry = z.output<typeof trashEntry>;

/** Bytes in use and bytes allowed; the limit is null where there is none. */
const usage = z.object({ bytes: z.number(), limit: z.number().nullable() });

/** What files take up. `trashBytes` are part of the project's bytes and become free when the trash is emptied. */
export const fileUsage = z.object({
  project: usage.extend({ files: z.number(), trashBytes: z.number() }),
  tenant: usage,
});
export type FileUsage = z.output<typeof fileUsage>;

/**
 * What the room of a project tells as `Files_Changed`: folders whose entries or their sizes changed, and the path that
 * changed where it was one. Without folders it may be any.
 */
export interface FilesChanged {
  projectId: string;
  path: string;
  folders?: string[];
}
