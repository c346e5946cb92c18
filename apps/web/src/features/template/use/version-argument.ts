import { z } from 'zod';

/** A publication that a workspace is made of, and which version of it: the newest where none is named. */
export const versionArgument = z.object({ templateId: z.string(), version: z.string().optional() });
export type SomeVersion = z.output<typeof versionArgument>;
