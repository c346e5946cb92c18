/** A name of the offline base map; `minZoom` is the zoom from which Natural Earth shows it, `rank` 0 the foremost. */
export type PlaceName = {
  kind: 'country' | 'capital' | 'city';
  name: string;
  longitude: number;
  latitude: number;
  rank: number;
  minZoom: number;
};

let loading: Promise<PlaceName[]> | null = null;

/**
 * The names of the offline base map, foremost first; loaded once.
 * @param baseUrl where the files of `public/basemap` are served, without a slash at the end
 */
export function loadPlaceNames(baseUrl: string): Promise<PlaceName[]> {
  loading ??= fetchNames(`${baseUrl}/labels.json`).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function fetchNames(url: string): Promise<PlaceName[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The names of the base map could not be loaded (${response.status})`);
  return (await response.json()) as PlaceName[];
}
