import type { RasterRange, RasterStyle } from '@groma/model';
import { raster, type Scene } from '@groma/protocol';
import { api } from '../../../platform/api.ts';
import { readRasterStyle } from '../session/read-raster.ts';
import { showOnMap } from '../maps/map-panels.ts';
import { layerBox } from '../session/map-state.ts';
import type { MapSession } from '../session/map-session.ts';
import { dayOf } from './scene-days.ts';
import type { ScenePicture } from './scene-pictures.ts';

/** Shows a scene on a map as a layer that is drawn from its files, wherever they lie. @throws GromaError, Error */
export async function addScene(
  session: MapSession,
  scene: Scene,
  { picture, name }: { picture: ScenePicture; name: string },
  signal: AbortSignal,
): Promise<void> {
  const { projectId } = session;
  const [read, reach] = await Promise.all([
    readRasterStyle({ projectId, url: picture.url }, true, signal),
    picture.index && reachOf(projectId, picture.url, picture.index.expression, signal),
  ]);
  signal.throwIfAborted();
  const layerId = await session.rasters.add(name, picture.url, sceneStyle(read, scene, picture, reach));
  const box = layerBox(session.state, layerId);
  if (box) showOnMap(session.mapId, session.state.name, box);
}

/** Between which values nearly all of an index lies. */
async function reachOf(
  projectId: string,
  url: string,
  expression: string,
  signal: AbortSignal,
): Promise<RasterRange | null> {
  const found = await api.call(raster.cogStatistics, {
    query: { project_id: projectId, url, expression },
    signal,
  });
  const { percentile_2: low, percentile_98: high } = found[expression] ?? {};
  return typeof low === 'number' && typeof high === 'number' && high > low ? [low, high] : null;
}

/** Bands say what they are, and clouds do not darken all else: the ends of the colours leave 2 % out. */
export function sceneStyle(
  style: RasterStyle,
  scene: Pick<Scene, 'time'> & Partial<Pick<Scene, 'collection'>>,
  picture: ScenePicture,
  reach: RasterRange | null = null,
): RasterStyle {
  const day = dayOf(scene);
  const known: RasterStyle = {
    ...style,
    bandRoles: picture.roles,
    reflectanceScale: picture.reflectanceScale ?? style.reflectanceScale,
    startDate: day,
    endDate: day,
    eeType: scene.collection?.slice(0, 100) ?? null,
  };
  return picture.index
    ? { ...known, ...indexLook(picture.index, picture.bands.length, reach) }
    : { ...known, ...bandLook(style, picture) };
}

function indexLook(
  { name, expression }: NonNullable<ScenePicture['index']>,
  count: number,
  reach: RasterRange | null,
): Partial<RasterStyle> {
  return {
    displayMode: 'single-channel',
    bands: [1],
    currentAlgebra: name ?? 'expression',
    expression,
    bandsInExpression: Array.from({ length: count }, (_, at) => at + 1),
    colorMap: 'rdylgn',
    currentStatName: 'percentile',
    ranges: [reach ?? [-1, 1]],
  };
}

function bandLook(style: RasterStyle, picture: ScenePicture): Partial<RasterStyle> {
  const isColour = picture.kind === 'colour' || picture.kind === 'infrared';
  const colours = picture.kind === 'bands' ? coloursOf(picture) : null;
  const bands = colours ?? (isColour && style.bands.length === 3 ? [1, 2, 3] : style.bands);
  const isStretched = style.dType !== 'uint8' && !style.cogProps?.hasPalette;
  const ranges = bands.map((band): RasterRange | null => {
    const { percentile_2: low, percentile_98: high } = style.stats[`b${band}`] ?? {};
    return low === undefined || high === undefined ? null : [low, high];
  });
  return {
    bands,
    ...(bands.length === 3 && { displayMode: 'multi-channel' as const }),
    ...(isStretched && ranges.every((range) => range !== null) && { currentStatName: 'percentile' as const, ranges }),
  };
}

function coloursOf({ roles: { red, green, blue } }: ScenePicture): number[] | null {
  return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue];
}
