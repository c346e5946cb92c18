import { baseName } from '@groma/geo';
import { photoBox, type JpgStyle } from '@groma/model';
import { file } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api, errorText } from '../../../platform/api.ts';
import { t } from '../../../platform/text.ts';
import { showOnMap } from '../maps/map-panels.ts';
import { PhotoReader } from './photo-reader.ts';
import { photoStyle, type PhotoProblem } from './photo-style.ts';
import { joinBoxes } from '../session/join-boxes.ts';
import { findMapSession } from '../session/use-map-session.ts';
import { addImport, changeImport, removeImport } from './import-store.ts';
import type { ImportTarget } from '../maps/map-imports.ts';

/** A JPEG to be put on a map, read when its turn comes. */
export interface PhotoSource {
  name: string;
  read(signal: AbortSignal): Promise<Blob>;
}

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const aborts = new Map<string, AbortController>();
const retries = new Map<string, () => void>();
const layerIds = new WeakMap<PhotoSource, string>();

export function photoOfComputer(content: File): PhotoSource {
  return { name: content.name, read: () => Promise.resolve(content) };
}

export function photoOfProject(projectId: string, path: string): PhotoSource {
  return {
    name: fileName(path),
    read: async (signal) => {
      const { signedUrl } = await api.call(file.signedUrl, {
        params: { bucket: 'groma', projectId, path: path.replace(/^\//, '') },
        signal,
      });
      const reply = await fetch(signedUrl, { signal });
      if (!reply.ok) throw new Error(t('photo.notRead', { name: fileName(path) }));
      return reply.blob();
    },
  };
}

/**
 * Puts aerial photos on a map, one after the other: one row says how far they are, and each that is refused stays with
 * its reason.
 */
export async function importPhotos(target: ImportTarget, sources: readonly PhotoSource[]): Promise<void> {
  if (sources.length === 0) return;
  const id = crypto.randomUUID();
  const abort = new AbortController();
  aborts.set(id, abort);
  addImport({
    ...target,
    id,
    name: sources.length === 1 ? sources[0]!.name : t('photo.batch', { count: sources.length }),
    path: '',
    folder: 'temp',
    state: 'importing',
    percent: null,
    failure: null,
    isRaster: false,
  });
  const reader = new PhotoReader();
  const placed: JpgStyle[] = [];
  for (const [index, source] of sources.entries()) {
    if (abort.signal.aborted) break;
    changeImport(id, { percent: Math.round((index / sources.length) * 100) });
    try {
      placed.push(await importOne(target, source, reader, abort.signal));
    } catch (error) {
      if (!abort.signal.aborted) keepFailure(target, source, errorText(error));
    }
  }
  reader.close();
  aborts.delete(id);
  removeImport(id);
  await announcePlaced(target, placed);
}

/** Stops a batch, or takes a photo that was refused off the tree. True where the row is one of photos. */
export function stopPhotos(id: string): boolean {
  const isOurs = aborts.has(id) || retries.has(id);
  aborts.get(id)?.abort();
  aborts.delete(id);
  retries.delete(id);
  if (isOurs) removeImport(id);
  return isOurs;
}

/** True where the row is one of photos. */
export function retryPhoto(id: string): boolean {
  const retry = retries.get(id);
  if (!retry) return false;
  stopPhotos(id);
  retry();
  return true;
}

async function importOne(
  { mapId, projectId }: ImportTarget,
  source: PhotoSource,
  reader: PhotoReader,
  signal: AbortSignal,
): Promise<JpgStyle> {
  const content = await source.read(signal);
  const { tags, image } = await reader.read(content).catch(() => {
    throw new Error(t('photo.notRead', { name: source.name }));
  });
  signal.throwIfAborted();
  const found = photoStyle(tags);
  if ('problem' in found) throw new Error(problemText(found.problem, source.name));
  const session = findMapSession(mapId);
  if (!session) throw new Error(t('map.gone'));
  // A photo that is tried again is the same layer: the server may have made it and only its answer was lost.
  const layerId = layerIds.get(source) ?? crypto.randomUUID();
  layerIds.set(source, layerId);
  await session.post({
    type: 'Create_Jpg_Layer',
    key: layerId,
    text: baseName(source.name),
    layer_id: layerId,
    project_id: projectId,
    jpg_data: { encoded_image: image, style: found.style as never },
  });
  return found.style;
}

function problemText(problem: PhotoProblem, name: string): string {
  return problem.kind === 'unsupported'
    ? t('photo.unsupported', { camera: problem.camera })
    : t(`photo.missing.${problem.need}`, { name });
}

function keepFailure(target: ImportTarget, source: PhotoSource, failure: string): void {
  const id = crypto.randomUUID();
  retries.set(id, () => {
    void importPhotos(target, [source]);
  });
  addImport({
    ...target,
    id,
    name: source.name,
    path: '',
    folder: 'temp',
    state: 'failed',
    percent: null,
    failure,
    isRaster: false,
  });
}

async function announcePlaced({ mapId }: ImportTarget, placed: readonly JpgStyle[]): Promise<void> {
  if (placed.length === 0) return;
  const session = findMapSession(mapId);
  await session?.refresh();
  const box = joinBoxes(placed.map(photoBox));
  if (box) showOnMap(mapId, session?.state.name ?? '', box);
  if (placed.length > 1) toast.success(t('photo.imported', { count: placed.length }));
  for (const warning of ['not-top-down', 'unknown-scale'] as const) {
    const count = placed.filter(({ parameters }) => parameters.warnings.includes(warning)).length;
    if (count > 0) toast.info(t(`photo.warned.${warning}`, { count }));
  }
}
