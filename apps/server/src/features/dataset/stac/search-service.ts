import { areaOf } from './footprint.ts';
import { isObject, isText, listOf, numberOf, type JsonObject } from './json.ts';
import { isPath, linksOf, type Location } from './locations.ts';
import { readScene } from './read-scene.ts';
import { isClear, newestFirst, type FoundScenes, type SceneQuery } from './scene-search.ts';
import { UnknownCall, type StacDocuments, type StacReading } from './stac-documents.ts';

/** How one page of a service is asked for. */
export interface ServicePage {
  location: Location;
  method: 'GET' | 'POST';
  body?: JsonObject | undefined;
}

interface Service {
  /** Where scenes are searched. */
  search: Location;
  canPost: boolean;
  /** What it says it can do. */
  conformance: readonly string[];
  /** Its only collection, where it is the list of one. */
  collection: string | null;
}

/** The service that a document describes: a landing page, or a collection of one. Null for what is static. */
export function serviceOf(document: JsonObject, base: Location): Service | null {
  if (isPath(base)) return null;
  const conformance = listOf(document['conformsTo'], isText);
  const searches = linksOf(document, base, 'search');
  const [search] = searches;
  if (search) {
    const methods = searches.map(({ link }) => link['method']);
    return {
      search: search.location,
      canPost: methods.includes('POST') || !methods.some((each) => each === 'GET'),
      conformance,
      collection: null,
    };
  }
  const [items] = linksOf(document, base, 'items');
  if (document['type'] !== 'Collection' || !items) return null;
  return { search: items.location, canPost: false, conformance, collection: String(document['id']) };
}

/**
 * Asks a service for scenes: by POST, and by GET where it does not know that.
 * @throws as `StacDocuments.read`
 */
export async function searchService(
  documents: StacDocuments,
  service: Service,
  query: SceneQuery,
  reading: StacReading & { mark: (location: Location) => string },
  page?: ServicePage,
): Promise<FoundScenes<ServicePage>> {
  const asked = page ?? firstPage(service, query);
  const ask = ({ location, method, body }: ServicePage): Promise<JsonObject> =>
    documents.read(location, reading, { method, body });
  let sent = asked;
  const answer = await ask(asked).catch((error: unknown) => {
    if (!(error instanceof UnknownCall) || page || asked.method === 'GET') throw error;
    sent = getPage(service, query);
    return ask(sent);
  });
  const items = listOf(answer['features'], (each): each is unknown => each !== undefined);
  const scenes = items
    .map((item) => readScene(item, { base: sent.location, collection: service.collection, mark: reading.mark }))
    .filter((each) => each !== null);
  return {
    scenes: newestFirst(scenes.filter((each) => isClear(each, query.mostCloud))),
    next: items.length === 0 ? null : nextPage(answer, sent),
    total: totalOf(answer),
    skipped: items.length - scenes.length,
    isCut: false,
  };
}

function firstPage(service: Service, query: SceneQuery): ServicePage {
  if (!service.canPost) return getPage(service, query);
  const { collections, limit, mostCloud } = query;
  return {
    location: service.search,
    method: 'POST',
    body: {
      ...(collections.length > 0 && { collections }),
      ...placeOf(query),
      ...(timesOf(query) !== null && { datetime: timesOf(query) }),
      ...(mostCloud !== undefined && cloudFilter(service, mostCloud)),
      limit,
    },
  };
}

function getPage({ search, collection }: Service, query: SceneQuery): ServicePage {
  const url = new URL(search);
  const { collections, limit } = query;
  if (collections.length > 0 && collection === null) url.searchParams.set('collections', collections.join(','));
  const place = placeOf(query);
  // Lists of items know boxes alone.
  if (place.bbox) url.searchParams.set('bbox', place.bbox.join(','));
  else if (place.intersects && collection === null)
    url.searchParams.set('intersects', JSON.stringify(place.intersects));
  const times = timesOf(query);
  if (times !== null) url.searchParams.set('datetime', times);
  url.searchParams.set('limit', String(limit));
  return { location: url.href, method: 'GET' };
}

/** Across the antimeridian many services find nothing by a box, so that both its parts are asked for as areas. */
function placeOf({ box, area }: SceneQuery): { bbox?: readonly number[]; intersects?: unknown } {
  if (area) return { intersects: area };
  if (!box) return {};
  const [west, south, east, north] = box;
  if (west <= east) return { bbox: box };
  return {
    intersects: {
      type: 'MultiPolygon',
      coordinates: [areaOf([west, south, 180, north]).coordinates, areaOf([-180, south, east, north]).coordinates],
    },
  };
}

function timesOf({ from, to }: SceneQuery): string | null {
  if (from === undefined && to === undefined) return null;
  return `${from === undefined ? '..' : `${from}T00:00:00Z`}/${to === undefined ? '..' : `${to}T23:59:59Z`}`;
}

/** The property by which STAC says how much of a scene is covered by clouds (SAT-042). */
const cloudProperty = 'eo:cloud_cover';

function cloudFilter({ conformance }: Service, most: number): JsonObject {
  const can = (ending: string): boolean => conformance.some((each) => each.endsWith(ending));
  if (can('#query')) return { query: { [cloudProperty]: { lte: most } } };
  if (can('#filter'))
    return { 'filter-lang': 'cql2-json', filter: { op: '<=', args: [{ property: cloudProperty }, most] } };
  return {};
}

function nextPage(answer: JsonObject, sent: ServicePage): ServicePage | null {
  const [next] = linksOf(answer, sent.location, 'next');
  if (!next) return null;
  const { method, body, merge } = next.link;
  if (method !== 'POST') return { location: next.location, method: 'GET' };
  const own = isObject(body) ? body : {};
  return { location: next.location, method, body: merge === true || !isObject(body) ? { ...sent.body, ...own } : own };
}

function totalOf(answer: JsonObject): number | null {
  const { numberMatched, context } = answer;
  const total = numberOf(numberMatched) ?? (isObject(context) ? numberOf(context['matched']) : null);
  return total !== null && Number.isInteger(total) && total >= 0 ? total : null;
}
