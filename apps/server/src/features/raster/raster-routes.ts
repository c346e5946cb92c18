import { createHash } from 'node:crypto';
import { GromaError, parseEarthEngineAddress, type ProjectId } from '@groma/model';
import { raster, type ReplyOf } from '@groma/protocol';
import type { Database } from '../../platform/database/database.ts';
import { route, streamed, type Call, type Route } from '../../platform/http/route.ts';
import { mapTileRoutes, type DrawsTile } from './map-tiles/map-tile-routes.ts';
import { PictureCache } from './picture-cache.ts';
import type { PictureFormat, PicturePlace, RasterTask } from './pool/raster-task.ts';
import type { RasterPool } from './pool/raster-pool.ts';
import { readFormat, readLookWish, readRanges, readValueWish } from './request/read-wish.ts';
import type { RasterSources } from './source/raster-sources.ts';
import { requireShown } from './source/require-shown.ts';

/** Bytes of drawn pictures that are kept. */
const keptBytes = 64 * 1024 * 1024;
const percentiles = [2, 98];
const longestThinned = 1_024;
/** How long a picture may be shown without asking. */
const lasting = 'private, max-age=3600';

/** Draws tiles of images that are no files. */
export interface DrawsElsewhere {
  /** A PNG. @throws GromaError */
  tile(address: string, place: { z: number; x: number; y: number }, signal: AbortSignal): Promise<Uint8Array>;
}

/**
 * The calls of the tile service: what TiTiler's clients ask, for files of a project and for addresses. Documents of
 * tiles name `publicUrl`, where there is one: what a request says of the server's name could be any other's.
 */
export function tileRoutes(
  pool: RasterPool,
  sources: RasterSources,
  {
    database,
    publicUrl,
    earthEngine,
  }: { database: Database; publicUrl: string | undefined; earthEngine: DrawsElsewhere },
): Route[] {
  const pictures = new PictureCache(keptBytes);
  const draw = async (
    query: PictureQuery,
    projectId: ProjectId,
    place: PicturePlace,
    format: PictureFormat,
    { signal, request, reply, projectAccess }: Pick<Call, 'signal' | 'request' | 'reply' | 'projectAccess'>,
    isLasting = true,
  ): Promise<typeof streamed> =>
    sources.use(
      { projectId, url: query.url, assumedCrs: query.assumed_crs, signal },
      async (source): Promise<typeof streamed> => {
        const task: RasterTask = {
          kind: 'picture',
          source,
          values: readValueWish(query),
          look: readLookWish(query),
          place,
          format,
        };
        const key = keyOf(task);
        void reply
          .header('etag', `"${key}"`)
          .header('cache-control', source.version && isLasting ? lasting : 'private, no-cache')
          .type(`image/${format}`);
        if (request.headers['if-none-match'] === `"${key}"` && pictures.get(key)) {
          await reply.status(304).send();
          return streamed;
        }
        const picture = pictures.get(key) ?? (await pool.run<Uint8Array>(task, signal, projectAccess.isFrozen));
        pictures.keep(key, picture);
        await reply.send(Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength));
        return streamed;
      },
    );
  const drawTile: DrawsTile = async (query, projectId, { z, x, y }, call, isLasting = true) => {
    const [, row, scale, ending] = /^(\d+)(?:@([1-4])x)?\.(\w+)$/.exec(y) ?? [];
    if (row === undefined) throw new GromaError('BAD_INPUT', { detail: 'A tile is asked for as {z}/{x}/{y}.png.' });
    if (parseEarthEngineAddress(query.url)) {
      const picture = await earthEngine.tile(query.url, { z, x, y: Number(row) }, call.signal);
      void call.reply.type('image/png').header('cache-control', isLasting ? lasting : 'private, no-cache');
      await call.reply.send(Buffer.from(picture));
      return streamed;
    }
    return draw(
      query,
      projectId,
      { kind: 'tile', z, x, y: Number(row), scale: Number(scale ?? 1) },
      readFormat(ending!),
      call,
      isLasting,
    );
  };
  return [
    route(raster.validateCog, async ({ projectId, query: { url, assumed_crs: assumedCrs }, signal }) =>
      sources.use({ projectId, url, assumedCrs, signal }, (source) => pool.run({ kind: 'validate', source }, signal)),
    ),
    route(raster.cogInfo, async ({ projectId, projectAccess, query: { url, assumed_crs: assumedCrs }, signal }) => {
      await requireShown(database, projectAccess, url);
      return sources.use({ projectId, url, assumedCrs, signal }, (source) =>
        pool.run({ kind: 'info', source }, signal, projectAccess.isFrozen),
      );
    }),
    route(raster.cogStatistics, async ({ projectId, query, signal }) =>
      sources.use({ projectId, url: query.url, assumedCrs: query.assumed_crs, signal }, (source) =>
        pool.run(
          {
            kind: 'statistics',
            source,
            values: readValueWish(query),
            longest: query.max_size,
            percentiles: query.p ?? percentiles,
            bins: query.histogram_bins,
            ...(query.histogram_range !== undefined && { range: readRanges([query.histogram_range])[0]! }),
            ...(query.bbox !== undefined && {
              box: readNumbers(query.bbox, 4, 'bbox={west},{south},{east},{north} takes four numbers') as [
                number,
                number,
                number,
                number,
              ],
            }),
          },
          signal,
        ),
      ),
    ),
    route(raster.rasterStatistics, async ({ projectId, body: { url, assumed_crs: assumedCrs }, signal }) =>
      sources.use({ projectId, url, assumedCrs, signal }, (source) => pool.run(plainStatistics(source), signal)),
    ),
    route(raster.cogPoint, async ({ projectId, projectAccess, params, query, signal }) => {
      await requireShown(database, projectAccess, query.url);
      const [longitude, latitude] = readNumbers(params.place, 2, 'point/{lon},{lat} takes two numbers');
      return sources.use({ projectId, url: query.url, assumedCrs: query.assumed_crs, signal }, (source) =>
        pool.run(
          { kind: 'point', source, values: readValueWish(query), longitude: longitude!, latitude: latitude! },
          signal,
          projectAccess.isFrozen,
        ),
      );
    }),
    route(raster.cogTile, async ({ projectId, params, query, ...call }) => {
      await requireShown(database, call.projectAccess, query.url);
      return drawTile(query, projectId, params, call);
    }),
    ...mapTileRoutes(drawTile, database, publicUrl),
    route(raster.cogPreview, async ({ projectId, params, query, ...call }) =>
      draw(query, projectId, { kind: 'whole', ...sizeOf(query) }, readFormat(params.format), call),
    ),
    route(raster.cogBox, async ({ projectId, params, query, ...call }) => {
      const [, numbers, ending] = /^(.*)\.(\w+)$/.exec(params.box) ?? [];
      const [west, south, east, north] = readNumbers(
        numbers ?? '',
        4,
        'bbox/{west},{south},{east},{north}.png takes four numbers',
      );
      return draw(
        query,
        projectId,
        { kind: 'box', west: west!, south: south!, east: east!, north: north!, ...sizeOf(query) },
        readFormat(ending!),
        call,
      );
    }),
    route(
      raster.cogTileJson,
      async ({ projectId, projectAccess, query, request, signal }): Promise<ReplyOf<typeof raster.cogTileJson>> => {
        await requireShown(database, projectAccess, query.url);
        const { name, bounds, minzoom, maxzoom } = await sources.use(
          { projectId, url: query.url, assumedCrs: query.assumed_crs, signal },
          async (source) => ({
            name: source.name,
            ...(await pool.run<raster.CogInfo>({ kind: 'info', source }, signal, projectAccess.isFrozen)),
          }),
        );
        if (!bounds) throw new GromaError('FILE_UNREADABLE', { name, detail: 'The file does not say where it is.' });
        const words = new URL(request.url, 'http://here').search;
        return {
          tilejson: '3.0.0',
          name,
          version: '1.0.0',
          scheme: 'xyz',
          tiles: [
            `${publicUrl === undefined ? `${request.protocol}://${request.host}` : new URL(publicUrl).origin}/tiles/cog/tiles/WebMercatorQuad/{z}/{x}/{y}.png${words}`,
          ],
          minzoom,
          maxzoom,
          bounds,
          center: [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2, minzoom],
        };
      },
    ),
  ];
}

/** Statistics of all bands as a new layer needs them. */
export function plainStatistics(source: RasterTask['source']): RasterTask {
  return {
    kind: 'statistics',
    source,
    values: { bands: null, expressions: null, unscales: false, resampling: 'nearest' },
    longest: longestThinned,
    percentiles,
    bins: 10,
  };
}

type PictureQuery = Parameters<typeof readValueWish>[0] &
  Parameters<typeof readLookWish>[0] & { url: string; assumed_crs?: string | undefined };

function readNumbers(text: string, count: number, detail: string): number[] {
  const numbers = text.split(',').map((each) => (each.trim() === '' ? NaN : Number(each)));
  if (numbers.length !== count || !numbers.every(Number.isFinite)) throw new GromaError('BAD_INPUT', { detail });
  return numbers;
}

function sizeOf({
  width,
  height,
  max_size: longest,
}: {
  width?: number | undefined;
  height?: number | undefined;
  max_size: number;
}) {
  return { ...(width !== undefined && { width }), ...(height !== undefined && { height }), longest };
}

/**
 * Two wishes with the same key give the same picture. JSON has no infinite numbers: as null all of them would be one.
 */
function keyOf({ source, ...task }: RasterTask): string {
  return createHash('sha256')
    .update(source.id)
    .update(
      JSON.stringify(task, (_, value: unknown) =>
        value instanceof Uint8Array
          ? [...value]
          : typeof value === 'number' && !Number.isFinite(value)
            ? String(value)
            : value,
      ),
    )
    .digest('base64url')
    .slice(0, 32);
}
