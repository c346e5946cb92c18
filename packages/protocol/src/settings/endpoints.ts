import { anyone } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const tileSet = z.object({
  /** Address with `{z}`, `{x}` and `{y}`. */
  tiles: z.string(),
  attribution: z.string(),
  maxZoom: z.number().int(),
});

export const settingsReply = z.object({
  /** Where the tiles of the base maps come from that need a network. */
  baseMaps: z.object({ openStreetMap: tileSet, satellite: tileSet }),
  /** Whether events of use are wanted. */
  analytics: z.boolean(),
  /** Whether anyone may look at the sample. */
  sample: z.boolean(),
});
export type SettingsReply = z.output<typeof settingsReply>;

export const readSettings = defineEndpoint({
  id: 'readSettings',
  method: 'GET',
  path: '/api/settings',
  summary: 'What whoever runs this server has set for all pages.',
  policy: anyone('pages that need no session show maps too'),
  reply: z.object({ data: settingsReply }),
});
