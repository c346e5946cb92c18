import type { KnownSourceId } from '@groma/model';

interface KnownSource {
  id: KnownSourceId;
  name: string;
  address: string;
  /** Whether its files can be read without an account there. */
  isOpen: boolean;
  /** What signs the addresses of its files for an hour. */
  signingAddress?: string;
  /** How the hosts end whose files it signs. */
  signedHosts?: string;
}

/** Public STAC services that every project can search. */
export const knownSourceTable: readonly KnownSource[] = [
  { id: 'earth-search', name: 'Earth Search', address: 'https://earth-search.aws.element84.com/v1', isOpen: true },
  {
    id: 'planetary-computer',
    name: 'Planetary Computer',
    address: 'https://planetarycomputer.microsoft.com/api/stac/v1',
    isOpen: true,
    signingAddress: 'https://planetarycomputer.microsoft.com/api/sas/v1/sign',
    signedHosts: '.blob.core.windows.net',
  },
  {
    id: 'copernicus',
    name: 'Copernicus Data Space',
    address: 'https://stac.dataspace.copernicus.eu/v1',
    isOpen: false,
  },
  { id: 'usgs', name: 'USGS Landsat', address: 'https://landsatlook.usgs.gov/stac-server', isOpen: false },
];
