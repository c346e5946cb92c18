import { groupFiles, roleOfGroup, type FileGroup } from '@groma/geo';
import { GromaError, type VectorStyle } from '@groma/model';
import { file as fileCalls, map, operation, type VectorLayerEntry } from '@groma/protocol';
import { confirm, toast } from '@groma/ui';
import { api, errorText } from '../../../platform/api.ts';
import type { DroppedFile } from '../../../platform/dropped-files.ts';
import { onRoomMessage } from '../../../platform/project-room.ts';
import { t } from '../../../platform/text.ts';
import { isTable } from '../look/layer-shape.ts';
import { openTable, showOnMap } from '../maps/map-panels.ts';
import { pastedStyle } from '../look/pasted-style.ts';
import { joinBoxes } from '../session/join-boxes.ts';
import type { MapSession } from '../session/map-session.ts';
import { findMapSession } from '../session/use-map-session.ts';
import { proposeLayerStyle } from '../session/propose-layer-style.tsx';
import { askBeforeImport, askEncodingAgain, askOtherEncoding, refusalBeforeSending } from './ask-before-import.ts';
import { askCrs } from './crs-dialog.tsx';
import { projectFilesBelow, withWorldFiles, type DraggedEntry } from './files-below.ts';
import { addImport, changeImport, removeImport } from './import-store.ts';
import { importItems, type ImportItem } from '../maps/import-items.ts';
import type { ImportTarget } from '../maps/map-imports.ts';
import { importPhotos, photoOfComputer, photoOfProject, retryPhoto, stopPhotos } from './import-photos.ts';
import { importRaster } from './import-raster.ts';
import { importSolid, isSolid } from './import-solid.ts';
import { keepKeyboard } from './keep-keyboard.ts';
import { showLeftOut } from './left-out-dialog.tsx';
import { asksForCrs } from './placed-copy.ts';
import { preprocessingText } from './preprocessing-text.ts';
import { projectPaths, sendFiles, temporaryPaths, type SentFile } from './send-files.ts';
import type { TableReading } from './table-dialog.tsx';

const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
/** Time to read one remark on a file. */
const warningMs = 4_000;
/** More files than this are asked about before they are brought in. */
const manyFiles = 20;

/** JPEGs are aerial photos (DRN-026), unless a world file lies beside them. */
function isPhoto(group: FileGroup): boolean {
  return roleOfGroup(group) === 'photo';
}

function isRaster(group: FileGroup): boolean {
  return /^(?:raster|array)$/.test(roleOfGroup(group));
}

const entryOf = (group: FileGroup) => ({ name: group.name, isRaster: isRaster(group) });

const aborts = new Map<string, AbortController>();
/** Files of the computer, main file first, until they have been sent. */
const unsent = new Map<string, readonly File[]>();
/**
 * Rasters of the computer that were sent, until they are layers: a raster stays among the files of the project, where
 * its tiles are read.
 */
const sentRasters = new Map<string, readonly SentFile[]>();

function begin(
  target: ImportTarget,
  { name: path, isRaster: isImage }: { name: string; isRaster: boolean },
  state: ImportItem['state'],
  folder: ImportItem['folder'],
): { id: string; signal: AbortSignal } {
  const id = crypto.randomUUID();
  const abort = new AbortController();
  aborts.set(id, abort);
  addImport({
    ...target,
    id,
    name: fileName(path),
    path: folder === 'data' ? path : '',
    folder,
    state,
    percent: null,
    failure: null,
    isRaster: isImage,
  });
  return { id, signal: abort.signal };
}

/** Brings files of the project into a map, each with its companions. */
export async function importProjectFiles(target: ImportTarget, paths: readonly string[]): Promise<void> {
  // Without the list of a folder a picture is what it is by its name.
  const { groups } = preprocess(await withWorldFiles(target.projectId, paths).catch(() => paths));
  void importPhotos(
    target,
    groups.filter(isPhoto).map(({ name }) => photoOfProject(target.projectId, name)),
  );
  for (const group of groups.filter((each) => !isPhoto(each))) {
    const { id, signal } = begin(target, entryOf(group), 'importing', 'data');
    await askAndImport(id, signal);
  }
}

/**
 * Imports a file of the project once more, in an encoding that is asked for. The new layers look as the old one, as far
 * as they have its columns.
 */
export async function importInOtherEncoding(target: ImportTarget, path: string, style: VectorStyle): Promise<void> {
  const [group] = groupFiles([path]).groups;
  if (!group) return sayNoGeodata([fileName(path)]);
  const { id, signal } = begin(target, entryOf(group), 'importing', 'data');
  const item = findImport(id)!;
  try {
    const encoding = await askOtherEncoding(item, signal);
    if (encoding === null) return stopImport(id);
    await importOne(id, signal, { encoding }, (layers) => {
      const session = findMapSession(target.mapId);
      for (const { id: layerId, data } of layers)
        if (data?.kind === 'vector')
          session?.changeStyle(
            layerId,
            pastedStyle(
              style,
              data.manifest.columns.map(({ name }) => name),
            ),
          );
    });
  } catch (error) {
    removeImport(id);
    if (!signal.aborted) toast.error(errorText(error), { title: t('layer.encoding.againFailed', { name: item.name }) });
  }
}

/** Asks what is to be asked of the file, then imports it. */
async function askAndImport(id: string, signal: AbortSignal): Promise<void> {
  const item = findImport(id);
  if (!item) return;
  try {
    if (item.folder === 'data' && isSolid(item.path)) {
      await importSolid(item, item.path, signal);
      return stopImport(id);
    }
    if (item.isRaster) return await importImage(item, signal);
    const reading = await askBeforeImport(item, signal);
    if (reading === null) stopImport(id);
    else await importOne(id, signal, reading);
  } catch (error) {
    fail(id, signal, error);
  }
}

/** Puts a raster on the map. What was sent for it alone goes again where it cannot be read (FIL-076). */
async function importImage({ id, mapId, projectId, name, path }: ImportItem, signal: AbortSignal): Promise<void> {
  try {
    await importRaster({ mapId, projectId }, fileName(path), path, signal);
    sentRasters.delete(id);
    stopImport(id);
  } catch (error) {
    if (sentRasters.has(id)) {
      const sent = sentRasters.get(id)!;
      await Promise.all(
        sent.map((each) =>
          api.call(fileCalls.deleteFile, { params: { projectId }, query: { path: each.path } }).catch(() => undefined),
        ),
      );
      unsent.set(
        id,
        sent.map((each) => each.file),
      );
      changeImport(id, { path: '', name });
    }
    throw error;
  }
}

/**
 * Brings what was dragged out of the tree of files into a map: files, and folders with the geodata below them
 * (MAP-079).
 */
export async function importDragged(target: ImportTarget, dragged: readonly DraggedEntry[]): Promise<void> {
  const solids = dragged.filter(({ path, isDir }) => !isDir && isSolid(path));
  importSolids(
    target,
    solids.map(({ path }) => path),
  );
  const rest = dragged.filter((each) => !solids.includes(each));
  if (rest.length > 0) await importGeodata(target, rest);
}

/** Puts what stands in space on a map; a row of the tree says how each goes. */
export function importSolids(target: ImportTarget, paths: readonly string[]): void {
  for (const path of paths) {
    const { id, signal } = begin(target, { name: path, isRaster: false }, 'importing', 'data');
    void askAndImport(id, signal);
  }
}

async function importGeodata(target: ImportTarget, dragged: readonly DraggedEntry[]): Promise<void> {
  try {
    const { paths, isCut } = await projectFilesBelow(target.projectId, dragged, new AbortController().signal);
    if (isCut) toast.info(t('map.folderTooLarge'));
    if (paths.length === 0) sayNoGeodata(dragged.map(({ path }) => fileName(path)));
    else if (await areWanted(paths)) await importProjectFiles(target, paths);
  } catch (error) {
    toast.error(errorText(error));
  }
}

export function sayNoGeodata(names: readonly string[]): void {
  if (names.length > 0) toast.info(t('map.noGeodata', { names: names.join(', ') }));
}

/** Many files at once are asked about first. */
async function areWanted(paths: Iterable<string>): Promise<boolean> {
  const count = groupFiles(paths).groups.length;
  return (
    count <= manyFiles ||
    (await confirm({
      title: t('map.manyFiles.title', { count }),
      body: t('map.manyFiles.text'),
      confirmLabel: t('map.manyFiles.confirm'),
    }))
  );
}

/** Brings files of the person's computer into a map: first to the temporary bucket, then as layers (FIL-076). */
export async function importDesktopFiles(target: ImportTarget, files: readonly DroppedFile[]): Promise<void> {
  const byName = new Map(files.map(({ relativePath, file }) => [relativePath, file]));
  if (!(await areWanted(byName.keys()))) return;
  const { groups } = preprocess(byName.keys());
  void importPhotos(
    target,
    groups
      .filter(isPhoto)
      .flatMap(({ name }) => byName.get(name) ?? [])
      .map(photoOfComputer),
  );
  for (const group of groups.filter((each) => !isPhoto(each))) {
    const { name, sidecars } = group;
    const { id, signal } = begin(target, entryOf(group), 'uploading', 'temp');
    const refusal = refusalBeforeSending(name, byName.get(name)?.size ?? 0);
    if (refusal !== null) {
      fail(id, signal, new Error(refusal));
      continue;
    }
    unsent.set(
      id,
      [name, ...sidecars].flatMap((each) => byName.get(each) ?? []),
    );
    await sendAndImport(id, target.projectId, signal);
  }
}

async function sendAndImport(id: string, projectId: string, signal: AbortSignal): Promise<void> {
  try {
    const chosen = unsent.get(id) ?? [];
    const isImage = findImport(id)?.isRaster === true;
    const sent = isImage ? await projectPaths(projectId, chosen, signal) : temporaryPaths(chosen);
    await sendFiles(
      projectId,
      sent,
      (percent) => changeImport(id, { percent }),
      signal,
      isImage ? 'groma' : 'groma-temp',
    );
    if (isImage) sentRasters.set(id, sent);
    unsent.delete(id);
    changeImport(id, { state: 'importing', percent: null, path: sent[0]?.path ?? '' });
  } catch (error) {
    return fail(id, signal, error);
  }
  await askAndImport(id, signal);
}

export async function retryImport(id: string): Promise<void> {
  if (retryPhoto(id)) return;
  const item = findImport(id);
  if (!item) return;
  const abort = new AbortController();
  aborts.set(id, abort);
  const isSent = item.path !== '';
  changeImport(id, { state: isSent ? 'importing' : 'uploading', percent: null, failure: null });
  await (isSent ? askAndImport(id, abort.signal) : sendAndImport(id, item.projectId, abort.signal));
}

/** Stops an import without a word, or takes a failed one off the tree. */
export function stopImport(id: string): void {
  if (stopPhotos(id)) return;
  aborts.get(id)?.abort();
  aborts.delete(id);
  unsent.delete(id);
  sentRasters.delete(id);
  removeImport(id);
}

function findImport(id: string): ImportItem | undefined {
  return importItems.getState().items.find((item) => item.id === id);
}

/**
 * Puts companions to their files and says, where there is more than one layer to come, what becomes of them (FIL-074,
 * FIL-078).
 */
function preprocess(names: Iterable<string>): ReturnType<typeof groupFiles> {
  const found = groupFiles(names);
  const text = preprocessingText(found);
  if (text !== null) toast.info(text);
  return found;
}

function fail(id: string, signal: AbortSignal, error: unknown): void {
  if (signal.aborted) return;
  changeImport(id, { state: 'failed', percent: null, failure: errorText(error) });
}

/** The plain look stays where nothing can be proposed. */
function proposeStyles(session: MapSession, layers: readonly VectorLayerEntry[]): void {
  for (const { id } of layers) void proposeLayerStyle(session, id).catch(() => undefined);
}

async function importOne(
  id: string,
  signal: AbortSignal,
  reading: Partial<TableReading> = {},
  onLayers?: (layers: readonly VectorLayerEntry[]) => void,
): Promise<void> {
  const item = findImport(id);
  if (!item) return;
  const stopWatching = watchProgress(item);
  const giveBack = keepKeyboard(item.mapId);
  try {
    const reply = await api.call(map.importLayers, {
      query: {
        map_id: item.mapId,
        project_id: item.projectId,
        folder_name: item.folder,
        file_path: item.path,
        ...reading,
      },
      signal,
    });
    removeImport(id);
    // One to be read, and not one over the other; the details of the layer keep them.
    if (reply.warnings.length > 0)
      toast.info(reply.warnings.join('\n'), { title: item.name, duration: warningMs * (1 + reply.warnings.length) });
    showLeftOut(item.projectId, item.name, reply.left_out);
    const session = findMapSession(item.mapId);
    await session?.refresh();
    if (onLayers) onLayers(reply.Layer);
    else if (session) proposeStyles(session, reply.Layer);
    const box = joinBoxes(reply.Layer.map(({ data }) => (data?.kind === 'vector' ? data.manifest.bbox : null)));
    const [only, ...others] = reply.Layer;
    if (box) showOnMap(item.mapId, session?.state.name ?? '', box);
    else if (only && others.length === 0 && isTable(only.data ?? undefined)) openTable(item.mapId, only);
    giveBack();
  } catch (error) {
    if (asksForEncoding(error) && !signal.aborted && reading.encoding === undefined)
      return await importInEncoding(item, signal, reading, error);
    // Coordinates that are no place on earth are those of another system, unless that was asked already.
    if (
      !asksForCrs(error) ||
      signal.aborted ||
      (reading.crs !== undefined && error.details['reason'] === 'coordinates-out-of-range')
    )
      return fail(id, signal, error);
    const answer = await askCrs(item.name, error.message);
    if (answer === null) fail(id, signal, error);
    else await importOne(id, signal, { ...reading, crs: answer }, onLayers);
  } finally {
    stopWatching();
  }
}

/** Text whose encoding turned out not to be sure only while it was read. */
async function importInEncoding(
  item: ImportItem,
  signal: AbortSignal,
  reading: Partial<TableReading>,
  error: unknown,
): Promise<void> {
  const encoding = await askEncodingAgain(item, signal).catch(() => null);
  if (encoding === null) fail(item.id, signal, error);
  else await importOne(item.id, signal, { ...reading, encoding });
}

function asksForEncoding(error: unknown): boolean {
  return error instanceof GromaError && error.code === 'IMPORT_FAILED' && error.details['reason'] === 'unsure-encoding';
}

/** The server tells how far an import is as an operation; it is found by its title. */
function watchProgress({ id, projectId, name }: ImportItem): () => void {
  return onRoomMessage('Operation_Changed', () => {
    void api.call(operation.listOperations, { params: { projectId } }).then(
      ({ data }) => {
        const own = data.find(({ title, status }) => status === 'In Progress' && title.endsWith(name));
        if (own && findImport(id)?.state === 'importing') changeImport(id, { percent: Math.round(own.progress) });
      },
      () => undefined,
    );
  });
}
