import { templateTypes } from '@groma/model';
import { z } from 'zod';

/** What is to be published, by its id; what the panel in front shows where none is named. */
export const publishArgument = z.object({ type: z.enum(templateTypes), id: z.string() }).optional();
