import type { SettingsReply } from '@groma/protocol';
import type { Config } from './config.ts';

/** Where the tiles of the base maps that need a network come from: what the settings name, else public services. */
export function baseMapTiles(tileServers: Config['tileServers']): SettingsReply['baseMaps'] {
  return {
    openStreetMap: {
      tiles: tileServers.streetTiles ?? 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      attribution: tileServers.streetAttribution ?? '© OpenStreetMap contributors',
      maxZoom: 19,
    },
    satellite: {
      tiles:
        tileServers.satelliteTiles ??
        'https://tiles.maps.eox.at/wmts/1.0.0/s2cloudless-2020_3857/default/g/{z}/{y}/{x}.jpg',
      attribution:
        tileServers.satelliteAttribution ??
        'Sentinel-2 cloudless by EOX, contains modified Copernicus Sentinel data 2020',
      maxZoom: 16,
    },
  };
}
