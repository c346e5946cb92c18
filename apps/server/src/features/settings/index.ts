import { settings, type SettingsReply } from '@groma/protocol';
import { baseMapTiles } from '../../platform/base-map-tiles.ts';
import { route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';

/** What whoever runs the server has set and pages must know. */
export function createSettingsFeature({ config: { tileServers, analytics, showsSample } }: Platform): Feature {
  const data: SettingsReply = {
    baseMaps: baseMapTiles(tileServers),
    analytics: analytics !== 'off',
    sample: showsSample,
  };
  return { routes: [route(settings.readSettings, () => Promise.resolve({ data }))] };
}
