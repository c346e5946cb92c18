import { FILE_FORMATS, formatOfName } from '@groma/geo';
import { GromaError } from '@groma/model';
import { file, type conversion } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api, errorText } from '../../../platform/api.ts';
import { can } from '../../../platform/session.ts';
import { t } from '../../../platform/text.ts';
import { showOnMap } from '../maps/map-panels.ts';
import { layerBox } from '../session/map-state.ts';
import type { MapSession } from '../session/map-session.ts';
import { readMapSession } from '../session/use-map-session.ts';
import { chooseArray } from './choose-array.ts';
import { askCogQuestion } from './cog-question.tsx';
import { convertRaster } from './convert-raster.ts';
import { addPlacedCopy } from './placed-copy.ts';
import { askCrs } from './crs-dialog.tsx';
import { hasPlace, lacksCrs, readRasterStyle, validateRaster, type Place } from '../session/read-raster.ts';
import type { ImportTarget } from '../maps/map-imports.ts';

/** Size from which a raster that is not cloud optimised is asked about (RAS-014). */
const cogCheckBytes = 20 * 1024 * 1024;

/**
 * Puts a raster of the project's files, or of an address, on top of a map: checked first, drawn from the file itself,
 * and from its cloud-optimised copy once that is made. A file that does not say itself where it lies is drawn from a
 * copy that does, as is one in a way that the tile service does not read. False where the person gives up. @throws
 * GromaError, Error.
 */
export async function importRaster(
  target: ImportTarget,
  name: string,
  url: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { projectId } = target;
  const isOwn = url.startsWith('/data/');
  const isPicture = formatOfName(url) !== 'geotiff';
  try {
    if (isOwn && FILE_FORMATS[formatOfName(url) ?? 'zip'].role === 'array') {
      const image = await chooseArray(projectId, url, signal);
      return image !== null && (await addCopy(target, { ...image, path: url }, signal));
    }
    if (!isOwn) return await addAddress(target, name, url, signal);
    if (!isPicture && (await hasPlace({ projectId, url }, signal)))
      return await addRaster(target, name, { projectId, url }, signal);
  } catch (error) {
    // What the tile service does not read (samples or packing that are seldom) becomes something that it does.
    if (!isOwn || signal.aborted || !(error instanceof GromaError) || error.details['reason'] !== 'unsupported')
      throw error;
  }
  return addCopy(target, { name, path: url }, signal);
}

async function addCopy(
  target: ImportTarget,
  copied: { name: string; path: string; array?: conversion.ArrayImage },
  signal: AbortSignal,
): Promise<boolean> {
  const layerId = crypto.randomUUID();
  if (!(await addPlacedCopy({ ...target, layerId, ...copied }, signal))) return false;
  const session = await readMapSession(target.mapId, target.projectId);
  await session?.rasters.take(layerId);
  if (session) show(session, layerId);
  return true;
}

/**
 * What lies at an address is drawn from there: where it names no system that is known, people say which it is, and the
 * layer remembers.
 */
async function addAddress(target: ImportTarget, name: string, url: string, signal: AbortSignal): Promise<boolean> {
  const place = { projectId: target.projectId, url };
  if (!(await lacksCrs(place, signal))) return addRaster(target, name, place, signal);
  const crs = await askCrs(name, t('raster.lacksCrs'));
  return crs !== null && addRaster(target, name, { ...place, crs }, signal);
}

async function addRaster(
  { mapId, projectId }: ImportTarget,
  name: string,
  place: Place,
  signal: AbortSignal,
): Promise<boolean> {
  const { url } = place;
  const { isCOG, lacksOverviews } = await validateRaster(place, signal);
  // What lies at an address is not the project's to convert.
  const mayConvert = !isCOG && url.startsWith('/data/') && can('upload', 'file');
  const answer =
    mayConvert && (lacksOverviews || (await isLarge(projectId, url, signal))) ? await askCogQuestion(name) : 'as-is';
  if (answer === 'cancel') return false;
  const style = await readRasterStyle(place, isCOG, signal);
  const session = await readMapSession(mapId, projectId);
  signal.throwIfAborted();
  if (!session) return false;
  const layerId = await session.rasters.add(name, url, style);
  show(session, layerId);
  if (answer === 'convert') void convertLayer(session, layerId, name, url);
  return true;
}

function show({ mapId, state }: MapSession, layerId: string): void {
  const box = layerBox(state, layerId);
  if (box) showOnMap(mapId, state.name, box);
}

/**
 * Has a file converted as an operation. The server draws the layer from the copy when it is there, whether this page is
 * still open or not.
 */
export async function convertLayer(session: MapSession, layerId: string, name: string, url: string): Promise<void> {
  try {
    toast.info(t('raster.converting', { name }));
    const copy = await convertRaster(session.projectId, url, { layer: { map_id: session.mapId, layer_id: layerId } });
    toast.success(t('raster.converted', { name: copy.slice(copy.lastIndexOf('/') + 1) }));
  } catch (error) {
    toast.error(t('raster.notConverted', { name, reason: errorText(error) }));
  }
}

async function isLarge(projectId: string, url: string, signal: AbortSignal): Promise<boolean> {
  const { data } = await api.call(file.statFile, { params: { projectId, path: url.slice(1) }, signal });
  return (data.bytes ?? 0) >= cogCheckBytes;
}
