import { GromaError } from '@groma/model';
import { toast } from '@groma/ui';
import { t } from '../../../platform/text.ts';
import type { ImportTarget } from '../maps/map-imports.ts';
import { showOnMap } from '../maps/map-panels.ts';
import { layerBox } from '../session/map-state.ts';
import { readMapSession } from '../session/use-map-session.ts';
import { findPicture } from '../view/open-pictures.ts';
import { convertFile } from './convert-raster.ts';
import { askCrs } from './crs-dialog.tsx';

const drawn = /(?:^|\/)tileset\.json$|\.(?:glb|gltf)$/i;
const clouds = /\.(?:las|laz|xyz)$/i;
const meshes = /\.(?:stl|obj|dae|b3dm)$/i;
/** Points or a mesh. */
const either = /\.ply$/i;

/** Ends of the names of what stands in space. */
export const solidEndings = [
  'tileset.json',
  '.glb',
  '.gltf',
  '.las',
  '.laz',
  '.xyz',
  '.ply',
  '.stl',
  '.obj',
  '.dae',
  '.b3dm',
] as const;

/** Whether a file is a cloud of points, a mesh or tiles, which stand in space. */
export function isSolid(path: string): boolean {
  return [drawn, clouds, meshes, either].some((each) => each.test(path));
}

/**
 * Puts a cloud of points, a mesh or tiles of the project on top of a map: clouds become 3D Tiles beside them first,
 * meshes GLB. What says nothing of its place stands in the middle of the map. False where the person gives up.
 * @throws GromaError, Error
 */
export async function importSolid(
  { mapId, projectId }: ImportTarget,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const from = drawn.test(path) ? path : await toDrawn(projectId, path, signal);
  if (from === null) return false;
  const session = await readMapSession(mapId, projectId);
  signal.throwIfAborted();
  if (!session) return false;
  const isTiles = /\.json$/i.test(from);
  const { longitude, latitude } = findPicture(mapId)?.view.view ?? session.state.viewState;
  const isUpright = isTiles || /\.(?:stl|ply)$/i.test(path);
  const place = { longitude, latitude: Math.max(-85, Math.min(85, latitude)), heading: 0, scale: 1, isUpright };
  const name = nameOf(from);
  const layerId = await session.solids.add(name, from, { place });
  const solid = session.state.solids[layerId];
  const box = layerBox(session.state, layerId);
  if (box) showOnMap(mapId, session.state.name, box);
  if (solid?.source.extent.kind === 'own') toast.info(t('solid.noPlace', { name }));
  return true;
}

/** A file that is drawn, made of one that is not. Null where the person gives up. */
async function toDrawn(projectId: string, path: string, signal: AbortSignal): Promise<string | null> {
  if (meshes.test(path)) return convertFile(projectId, path, 'glb', {}, signal);
  try {
    return await convertFile(projectId, path, '3dtiles', {}, signal);
  } catch (error) {
    if (signal.aborted || error instanceof GromaError || !(error instanceof Error)) throw error;
    if (either.test(path) && /mesh|faces/.test(error.message)) return convertFile(projectId, path, 'glb', {}, signal);
    if (!/coordinate system/.test(error.message)) throw error;
    const crs = await askCrs(path.slice(path.lastIndexOf('/') + 1), error.message);
    return crs === null ? null : convertFile(projectId, path, '3dtiles', { crs }, signal);
  }
}

/** The name of the file without its ending; of a tileset that of its folder. */
function nameOf(path: string): string {
  const words = path.split('/');
  const last = words.at(-1)!;
  if (/\.json$/i.test(last) && words.length > 3) return words.at(-2)!.replace(/ \(3D Tiles\)( \d+)?$/, '');
  return last.replace(/\.\w+$/, '') || last;
}
