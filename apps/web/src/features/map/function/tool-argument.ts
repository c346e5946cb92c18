import { findTool, parseProjectToolId } from '@groma/model';
import { z } from 'zod';

/** The tool whose form is to be opened, and the layer of the map in front that it is for. */
export const toolArgument = z.strictObject({
  toolId: z.string().refine((id) => findTool(id) !== undefined || parseProjectToolId(id) !== undefined),
  layerId: z.string().optional(),
});
