import { z } from 'zod';
import { runCommand } from '../../../registry/command.ts';

const place = z.object({ map: z.string(), bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]) });

/** Shows a place on a map, as a tool of the assistant asks for; the map's feature brings the command. */
export async function showPlace(data: unknown): Promise<void> {
  const found = place.safeParse(data);
  if (found.success)
    await runCommand('map.show-box', { mapId: found.data.map, bounds: found.data.bounds }).catch(() => false);
}
