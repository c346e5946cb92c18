import type { RasterRange, RasterStyle } from '@groma/model';
import type { Scene } from '@groma/protocol';
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
  const read = await readRasterStyle({ projectId: session.projectId, url: picture.url }, true, signal);
  signal.throwIfAborted();
  const layerId = await session.rasters.add(name, picture.url, sceneStyle(read, scene, picture));
  const box = layerBox(session.state, layerId);
  if (box) showOnMap(session.mapId, session.state.name, box);
}

/** Bands say what they are, and clouds do not darken all else: the ends of the colours leave 2 % out. */
export function sceneStyle(style: RasterStyle, scene: Pick<Scene, 'time'>, picture: ScenePicture): RasterStyle {
  const day = dayOf(scene);
  const isColour = picture.kind === 'colour' || picture.kind === 'infrared';
  const colours = picture.kind === 'bands' ? coloursOf(picture) : null;
  const bands = colours ?? (isColour && style.bands.length === 3 ? [1, 2, 3] : style.bands);
  const isStretched = style.dType !== 'uint8' && !style.cogProps?.hasPalette;
  const ranges = bands.map((band): RasterRange | null => {
    const { percentile_2: low, percentile_98: high } = style.stats[`b${band}`] ?? {};
    return low === undefined || high === undefined ? null : [low, high];
  });
  return {
    ...style,
    bands,
    ...(bands.length === 3 && { displayMode: 'multi-channel' as const }),
    bandRoles: picture.roles,
    startDate: day,
    endDate: day,
    ...(isStretched && ranges.every((range) => range !== null) && { currentStatName: 'percentile' as const, ranges }),
  };
}

function coloursOf({ roles: { red, green, blue } }: ScenePicture): number[] | null {
  return red === undefined || green === undefined || blue === undefined ? null : [red, green, blue];
}
