import type { SeriesService } from '@groma/geo';
import { GromaError, parseDatedImage, parseDay, type Dataset, type Day, type ProjectId } from '@groma/model';
import type { Scene, SceneBox } from '@groma/protocol';
import { ImageThread } from '../image/image-thread-of-run.ts';
import type { ImageRun } from '../image/image-service.ts';
import type { RasterSources } from '../source/raster-sources.ts';
import { imageOfLayer, imageOfScene, type SeriesImage } from './series-image.ts';

/** Scenes of a source, through main. */
export type FindScenes = (
  asked: {
    projectId: ProjectId;
    /** Its id, name or address. */
    source: string;
    /** The id or name of an entry of the catalogue, or a collection of the source. */
    dataset: string;
    box: SceneBox;
    from: string | undefined;
    to: string | undefined;
    mostCloud: number | undefined;
    most: number;
  },
  signal: AbortSignal,
) => Promise<{ scenes: Scene[]; entry: Dataset | null }>;

interface SeriesParts {
  sources: RasterSources;
  findScenes: FindScenes;
  outboundAllowed: readonly string[];
}

/** Degrees around a place in which its scenes are looked for: boxes without an area are no boxes to some services. */
const around = 0.00001;

/** Answers what a tool asks about images of several dates, until the signal ends it. */
export function openSeries({ sources, findScenes, outboundAllowed }: SeriesParts, run: ImageRun): SeriesService {
  const { projectId, parameters, signal } = run;
  const thread = new ImageThread(signal, outboundAllowed);
  let images: readonly SeriesImage[] = [];
  return {
    scenes: async ({ box }) => {
      images = [
        ...ofLayers(parameters),
        ...(await ofScenes(findScenes, { projectId, parameters, box }, signal)),
      ].toSorted((one, other) => one.date.localeCompare(other.date) || one.name.localeCompare(other.name));
      return images.map(({ date, name }) => ({ date, name }));
    },
    measure: ({ scene, zones, places }) => {
      const { url, name, value, names, masks, nodata } = images[scene]!;
      const question = { kind: 'means' as const, zones, places, value, names, masks, nodata };
      return sources.use({ projectId, url, signal }, (source) =>
        thread.ask<Float64Array>({ ...source, name }, question),
      );
    },
  };
}

function ofLayers(parameters: ImageRun['parameters']): SeriesImage[] {
  const texts = parameters['dated_images'] as readonly string[];
  return texts.flatMap((text) => {
    const image = parseDatedImage(text);
    return image ? [imageOfLayer(image, textOf(parameters, 'series_value'))] : [];
  });
}

/** @throws GromaError TOOL_SERIES_NO_VALUE, BAD_INPUT, and as the source */
async function ofScenes(
  findScenes: FindScenes,
  { projectId, parameters, box }: Pick<ImageRun, 'projectId' | 'parameters'> & { box: readonly number[] },
  signal: AbortSignal,
): Promise<SeriesImage[]> {
  const [source, dataset, value] = ['scene_source', 'dataset', 'series_value'].map((name) => textOf(parameters, name));
  if (!source || !dataset) return [];
  if (!value) throw new GromaError('TOOL_SERIES_NO_VALUE');
  const [west, south, east, north] = box as [number, number, number, number];
  const { scenes, entry } = await findScenes(
    {
      projectId,
      source,
      dataset,
      box: [
        Math.max(-180, west - around),
        Math.max(-90, south - around),
        Math.min(180, east + around),
        Math.min(90, north + around),
      ],
      from: dayOf(parameters['start_date']),
      to: dayOf(parameters['end_date']),
      mostCloud: (parameters['most_cloud'] as number | null) ?? undefined,
      most: parameters['most_scenes'] as number,
    },
    signal,
  );
  return scenes.flatMap((scene) => imageOfScene(scene, entry, value) ?? []);
}

function textOf(parameters: ImageRun['parameters'], name: string): string {
  return String(parameters[name] ?? '').trim();
}

function dayOf(text: unknown): string | undefined {
  const day = parseDay(String(text ?? ''));
  return day ? isoDay(day) : undefined;
}

function isoDay({ year, month, day }: Day): string {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');
}
