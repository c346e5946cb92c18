import { settings, type SettingsReply } from '@groma/protocol';
import { route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';

/** What whoever runs the server has set and pages must know. */
export function createSettingsFeature({ config: { tileServers, analytics } }: Platform): Feature {
  const data: SettingsReply = {
    baseMaps: {
      openStreetMap: {
        tiles: tileServers.streetTiles ?? 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
        attribution: tileServers.streetAttribution ?? '© OpenStreetMap contributors', maxZoom: 19,
      },
      satellite: {
        tiles: tileServers.satelliteTiles ?? 'https://tiles.maps.eox.at/wmts/1.0.0/s2cloudless-2020_3857/default/g/{z}/{y}/{x}.jpg',
        attribution: tileServers.satelliteAttribution ?? 'Sentinel-2 cloudless by EOX, contains modified Copernicus Sentinel data 2020', maxZoom: 16,
      },
    },
    analytics: analytics !== 'off',
  };
  return { routes: [route(settings.readSettings, () => Promise.resolve({ data }))] };
}
