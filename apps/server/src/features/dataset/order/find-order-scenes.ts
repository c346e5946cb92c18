import { GromaError, type CompositeRecipe, type Dataset, type ProjectId } from '@groma/model';
import type { Scene, SceneBox } from '@groma/protocol';
import { readCatalogue } from '../catalogue.ts';
import type { SceneFinder } from '../find-scenes.ts';
import type { FoundSource, SceneSources } from '../scene-sources.ts';
import { areaQuery, boundsOfArea } from './read-area.ts';

/** Pages that are asked for: a source may sort clouds out after the fact. */
const mostPages = 20;
const pageSize = 100;

/** Where images of a data set are looked for, if not in the first open source of the catalogue. */
export interface ChosenSource {
  sourceId?: string | undefined;
  collection?: string | undefined;
}

/** An entry with the source that its images are taken from. */
export interface OrderSource {
  entry: Dataset;
  source: FoundSource;
  collection: string | undefined;
  /** Keys of assets by names of bands, where the source has others. */
  assets: Readonly<Record<string, string>>;
}

/**
 * The entry of a data set, and the source of its images.
 * @throws GromaError NOT_FOUND; BAD_INPUT where no source offers it
 */
export async function findOrderSource(
  sources: SceneSources,
  projectId: ProjectId,
  datasetId: string,
  { sourceId, collection }: ChosenSource,
): Promise<OrderSource> {
  const entry = (await readCatalogue()).find(({ id }) => id === datasetId);
  if (!entry) throw new GromaError('NOT_FOUND', { noun: 'dataset' });
  const offers = entry.access.filter((each) => 'stac' in each);
  const all = await sources.list(projectId);
  const isOpen = (id: string): boolean => all.some((each) => each.id === id && each.is_open);
  const usual = offers.find(({ stac }) => isOpen(stac)) ?? offers[0];
  const source = all.find(({ id }) => id === (sourceId ?? usual?.stac));
  if (!source && sourceId !== undefined) throw new GromaError('NOT_FOUND', { noun: 'source' });
  if (!source) throw new GromaError('BAD_INPUT', { detail: `datasetId: no source of scenes offers “${entry.name}”.` });
  const offer = offers.find(({ stac }) => stac === source.id);
  return { entry, source, collection: collection ?? offer?.collection, assets: offer?.assets ?? {} };
}

/**
 * The newest scenes of an area, so many at most.
 * @throws GromaError DATASET_NO_SCENES; as `SceneFinder.search`
 */
export async function findOrderScenes(
  finder: SceneFinder,
  { entry, source, collection }: OrderSource,
  wanted: {
    startDate: string;
    endDate: string;
    maxCloudCover: number;
    maxImages: number;
    area: CompositeRecipe['area'];
  },
  { projectId, signal }: { projectId: ProjectId; signal: AbortSignal },
): Promise<Scene[]> {
  const { startDate: from, endDate: to, maxCloudCover, maxImages, area } = wanted;
  const query = {
    collections: collection === undefined ? [] : [collection],
    ...areaQuery(area),
    from,
    to,
    ...(maxCloudCover < 100 && { mostCloud: maxCloudCover }),
    limit: Math.min(pageSize, Math.max(maxImages, 10)),
  };
  const bounds = boundsOfArea(area);
  const found: Scene[] = [];
  let page: string | undefined;
  for (let count = 0; count < mostPages && found.length < maxImages; count++) {
    // oxlint-disable-next-line no-await-in-loop
    const { scenes, next } = await finder.search({ projectId, source, signal }, query, page);
    // Some services look past the area.
    found.push(...scenes.filter(({ box }) => box === null || touches(box, bounds)));
    if (next === null) break;
    page = next;
  }
  if (found.length === 0)
    throw new GromaError('DATASET_NO_SCENES', { source: source.name, name: entry.name, clouds: maxCloudCover });
  return found.slice(0, maxImages);
}

/** Whether two boxes have something in common; one that crosses the antimeridian may be anywhere. */
function touches(box: SceneBox, [west, south, east, north]: [number, number, number, number]): boolean {
  if (box[0] > box[2] || west < -180 || east > 180) return box[1] <= north && box[3] >= south;
  return box[0] <= east && box[2] >= west && box[1] <= north && box[3] >= south;
}
