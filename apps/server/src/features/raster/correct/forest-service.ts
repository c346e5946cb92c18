import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AskedZones, ForestService } from '@groma/geo';
import { GromaError, parseExistingPath, type ProjectId } from '@groma/model';
import type { ImageRun } from '../image/image-service.ts';
import { ImageThread } from '../image/image-thread-of-run.ts';
import type { RasterSource } from '../pool/raster-task.ts';
import type { LentRasters } from '../source/lent-rasters.ts';

const [areas, tileDegrees] = [3, 10];
/** Threads that are open at once, each with a tile. */
const mostThreads = 4;

/** Tree cover and forest loss of one place. */
interface ForestTile {
  cover: RasterSource;
  loss: RasterSource;
  /** Degrees from west and north; null where nobody knows before it is opened. */
  corner: readonly [west: number, north: number] | null;
}

/**
 * Answers what a tool asks about forest, of two images of the project or of the tiles of the settings.
 * @throws GromaError TOOL_NEEDS_IMAGE, FILE_NOT_FOUND, UNAVAILABLE
 */
export async function openForestService(
  lent: LentRasters,
  folder: string | undefined,
  { projectId, parameters, signal }: ImageRun,
): Promise<ForestService> {
  const tiles = await tilesOf(lent, folder, projectId, parameters);
  const threads = new Map<ForestTile, { thread: ImageThread; over: AbortController }>();
  const threadOf = (tile: ForestTile): ImageThread => {
    const known = threads.get(tile);
    threads.delete(tile);
    const over = new AbortController();
    const one = known ?? { over, thread: new ImageThread(AbortSignal.any([signal, over.signal])) };
    threads.set(tile, one);
    const [oldest] = threads;
    if (threads.size > mostThreads && oldest) {
      threads.delete(oldest[0]);
      oldest[1].over.abort(new Error('Another tile is read.'));
    }
    return one.thread;
  };
  return {
    async screen({ zones, start, canopy }) {
      const found = new Float64Array((zones.zones.length - 1) * areas);
      for (const tile of tiles.filter((each) => meets(each, zones))) {
        // One tile at a time keeps memory flat.
        // oxlint-disable-next-line no-await-in-loop
        const here = await threadOf(tile).ask<Float64Array>(tile.cover, {
          kind: 'forest',
          loss: tile.loss,
          zones,
          start,
          canopy,
        });
        for (const [at, area] of here.entries()) found[at]! += area;
      }
      return found;
    },
  };
}

/** What forest maps are missing, in the words of an UNAVAILABLE error; null where there are some. */
export async function missingForest(folder: string | undefined): Promise<string | null> {
  if (folder && (await tilesIn(folder)).length > 0) return null;
  return 'choose treecover2000 and lossyear among your images, or ask the administrator of this server to set GROMA_FOREST_CHANGE to a folder with tiles of Global Forest Change.';
}

async function tilesOf(
  lent: LentRasters,
  folder: string | undefined,
  projectId: ProjectId,
  { tree_cover_image: cover, loss_year_image: loss }: ImageRun['parameters'],
): Promise<ForestTile[]> {
  const source = async (text: unknown): Promise<RasterSource> => {
    const path = parseExistingPath(String(text));
    return { ...(await lent.find(projectId, path)), version: null, name: path.slice(path.lastIndexOf('/') + 1) };
  };
  if (cover && loss) return [{ cover: await source(cover), loss: await source(loss), corner: null }];
  if (cover || loss) throw new GromaError('TOOL_NEEDS_IMAGES', { least: 2 });
  const remedy = await missingForest(folder);
  if (remedy !== null) throw new GromaError('UNAVAILABLE', { part: 'Global Forest Change', remedy });
  return tilesIn(folder!);
}

async function tilesIn(folder: string): Promise<ForestTile[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const source = (name: string): RasterSource => {
    const path = join(folder, name);
    return { path, version: null, id: path, name };
  };
  return names.flatMap((name): ForestTile[] => {
    const [, before, latitude, north, longitude, east] =
      /^(.*)_treecover2000_(\d\d)([NS])_(\d\d\d)([EW])\.tif$/.exec(name) ?? [];
    const other = name.replace('_treecover2000_', '_lossyear_');
    if (before === undefined || !names.includes(other)) return [];
    const corner = [Number(longitude) * (east === 'W' ? -1 : 1), Number(latitude) * (north === 'S' ? -1 : 1)] as const;
    return [{ cover: source(name), loss: source(other), corner }];
  });
}

function meets({ corner }: ForestTile, { degrees }: AskedZones): boolean {
  if (!corner) return true;
  const [west, north] = corner;
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let at = 0; at < degrees.length; at += 2) {
    [left, right] = [Math.min(left, degrees[at]!), Math.max(right, degrees[at]!)];
    [bottom, top] = [Math.min(bottom, degrees[at + 1]!), Math.max(top, degrees[at + 1]!)];
  }
  return (
    top > north - tileDegrees &&
    bottom < north &&
    [-360, 0, 360].some((turn) => right + turn > west && left + turn < west + tileDegrees)
  );
}
