import { attachmentTypes } from '@groma/model';
import { z } from 'zod';

/** A conversation of the workspace that is open. */
export const threadArgument = z.object({ threadId: z.string() });

/** Something that is to go along with the next question. */
export const attachmentArgument = z.object({
  type: z.enum(attachmentTypes),
  filename: z.string().max(1_000),
  url: z.string(),
  mediaType: z.string().optional(),
});
