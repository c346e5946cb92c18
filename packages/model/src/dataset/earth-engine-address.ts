/** Images of Earth Engine that a raster layer shows: of an entry of the catalogue, between two days. */
export interface EarthEngineImages {
  datasetId: string;
  /** Days as yyyy-mm-dd, both counted. */
  from: string;
  to: string;
}

const form = /^earth-engine:([a-z0-9]+(?:-[a-z0-9]+)*)\?from=(\d{4}-\d{2}-\d{2})&to=(\d{4}-\d{2}-\d{2})$/;

/** What a raster layer of such images is drawn from. */
export function earthEngineAddress({ datasetId, from, to }: EarthEngineImages): string {
  return `earth-engine:${datasetId}?from=${from}&to=${to}`;
}

/** Reads what `earthEngineAddress` writes; null for any other address. */
export function parseEarthEngineAddress(address: string): EarthEngineImages | null {
  const [, datasetId, from, to] = form.exec(address) ?? [];
  return datasetId === undefined || from === undefined || to === undefined || from > to
    ? null
    : { datasetId, from, to };
}
