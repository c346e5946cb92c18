import { z } from 'zod';

/** The path of a file; that of the panel in front where it is left out. */
export const previewArgument = z.string().optional();
