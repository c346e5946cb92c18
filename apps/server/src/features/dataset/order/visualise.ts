import { compositeMark, type ProjectId, type RasterStyle, type VisualizationRequest } from '@groma/model';
import type { ChosenSource } from './find-order-scenes.ts';
import { findOrderScenes, findOrderSource } from './find-order-scenes.ts';
import { makeRecipe, orderedOf } from './make-recipe.ts';
import type { OrderParts } from './order-parts.ts';
import { lookOf } from './place-images.ts';
import { readArea } from './read-area.ts';

/** Scenes of a picture that is made while it is drawn, and among how many the clearest are taken. */
const [mostScenes, lookedAt] = [6, 50];
/** Percent of clouds at most. */
const usualClouds = 60;
/** Metres of a pixel of data without a scale. */
const usualScale = 1_000;

interface Visualised {
  url: string;
  style: RasterStyle;
  scenes: string[];
}

/**
 * A composite of the clearest scenes that is made while it is drawn, and how it is drawn at first.
 * @throws GromaError as scenes are found and read
 */
export async function visualise(
  parts: OrderParts,
  { projectId, signal }: { projectId: ProjectId; signal: AbortSignal },
  datasetId: string,
  request: VisualizationRequest & ChosenSource & PreviewWish,
): Promise<Visualised> {
  const from = await findOrderSource(parts.sources, projectId, datasetId, request);
  const area = readArea(request.clipGeometry);
  const { startDate, endDate, maxCloudCover = usualClouds } = request;
  const found = await findOrderScenes(
    parts.finder,
    from,
    { startDate, endDate, maxCloudCover, maxImages: lookedAt, area },
    { projectId, signal },
  );
  const clearest = found.toSorted((one, other) => (one.cloud_cover ?? 0) - (other.cloud_cover ?? 0));
  const chosen = new Set(clearest.slice(0, mostScenes));
  const { recipe } = makeRecipe({
    ...from,
    // The newest first, as they were found.
    scenes: found.filter((scene) => chosen.has(scene)),
    ...orderedOf({ ...request, mathematicalOperation: request.compositeBand }),
    method: request.compositeMethod,
    area,
    isRaw: false,
  });
  const scale = request.scale ?? from.entry.scale ?? usualScale;
  const prepared = await parts.composites.prepare({ recipe, scale, isRaw: false }, { projectId, signal });
  const id = await parts.records.keep(projectId, prepared.recipe, prepared.grid);
  const url = `${compositeMark}${id}`;
  const style = await parts.readFirstStyle(projectId, url, signal);
  return {
    url,
    style: {
      ...style,
      ...(await lookOf({ startDate, endDate, datasetId }, prepared.recipe, style)),
      layerType: 'GEE',
      eeType: datasetId,
      clipGeometryId: request.clipGeometryId ?? null,
    },
    scenes: prepared.recipe.scenes.map((scene) => scene.id),
  };
}

/** What of an order its picture is to show, too. */
export interface PreviewWish {
  maxCloudCover?: number | undefined;
  compositeMethod?: Parameters<typeof makeRecipe>[0]['method'];
  scale?: number | undefined;
  bit?: number | undefined;
  QA_band?: string | undefined;
  bitValue?: number | undefined;
  useQAMask?: boolean | undefined;
}
