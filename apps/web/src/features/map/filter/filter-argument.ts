import { layerFilter } from '@groma/protocol';
import { z } from 'zod';

/** What a layer is to show of its features; an empty list shows all. */
export const filterArgument = z.object({ mapId: z.string(), layerId: z.string(), filter: layerFilter });
