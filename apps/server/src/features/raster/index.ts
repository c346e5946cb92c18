import type { OperationId, ProjectId, RasterStyle, UserId } from '@groma/model';
import { animation, firstRasterStyle, type raster } from '@groma/protocol';
import type { ForestService, ImageryService, SeriesService } from '@groma/geo';
import { route } from '../../platform/http/route.ts';
import type { RunAgain } from '../../platform/origin/run-again.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { defineAnimation, runAnimation, runAnimationAgain } from './animation/animation-operation.ts';
import { openForestService } from './correct/forest-service.ts';
import { drawView, type WantedView } from './image/draw-view.ts';
import { openImageService, type ImageRun } from './image/image-service.ts';
import type { MadeOfImages, WantedImageWork } from './image/image-work.ts';
import { runImageTool } from './image/run-image-tool.ts';
import { Composites, type KnownComposites } from './composite/compose-file.ts';
import { RasterPool } from './pool/raster-pool.ts';
import { plainStatistics, tileRoutes, type DrawsElsewhere } from './raster-routes.ts';
import { readAddressPart, type AddressPart, type WantedPart } from './source/address-part.ts';
import { openSeries, type FindScenes } from './series/open-series.ts';
import { KnownAddresses } from './source/known-addresses.ts';
import { LentRasters } from './source/lent-rasters.ts';
import { RasterSources, type SignsAddresses } from './source/raster-sources.ts';

/** What the raster feature offers to others, through main. */
export interface RasterFeature extends Feature {
  /**
   * How a cloud-optimised file of a project is drawn at first.
   * @throws GromaError FILE_NOT_FOUND, FILE_UNREADABLE, RASTER_NO_BANDS
   */
  readFirstStyle(projectId: ProjectId, path: string, signal: AbortSignal): Promise<RasterStyle>;
  /** What the bands of a file of a project are called. @throws GromaError FILE_NOT_FOUND, FILE_UNREADABLE */
  readBands(projectId: ProjectId, path: string, signal: AbortSignal): Promise<string[]>;
  /** A part of the file at an address. @throws GromaError BAD_INPUT, FILE_UNREADABLE, OUTBOUND_REFUSED */
  readAddressPart(wanted: WantedPart, signal: AbortSignal): Promise<AddressPart>;
  /** What a tool asks about an image. @throws GromaError TOOL_NEEDS_IMAGE, FILE_NOT_FOUND */
  openForTool(run: ImageRun): Promise<ImageryService>;
  /** What a tool asks about forest. @throws GromaError FILE_NOT_FOUND, UNAVAILABLE */
  openForest(run: ImageRun): Promise<ForestService>;
  /** What a tool asks about images of several dates. */
  openSeries(run: ImageRun, findScenes: FindScenes): Promise<SeriesService>;
  /** Writes an animation again. @throws GromaError as `runAnimation` */
  animateAgain: RunAgain;
  /** Carries out a tool over images. @throws GromaError as the tool's definition says */
  runImageTool(wanted: WantedImageWork): Promise<MadeOfImages>;
  /** Makes images of scenes. */
  composites: Pick<Composites, 'prepare' | 'write'>;
  /** Draws an image that is only looked at as a PNG. @throws GromaError FILE_UNREADABLE */
  drawView(wanted: WantedView, signal: AbortSignal): Promise<Uint8Array>;
}

/**
 * The tile service: rasters of a project's files, and of addresses, as tiles and numbers. `signer` signs the addresses
 * that ask for it; `known` are the composites that layers are drawn of.
 */
export function createRasterFeature(
  platform: Platform,
  signer: SignsAddresses,
  { known, earthEngine }: { known: KnownComposites; earthEngine: DrawsElsewhere },
): RasterFeature {
  const { config } = platform;
  const pool = new RasterPool({ memoryBytes: config.tileMemoryBytes, outboundAllowed: config.outboundAllowed });
  const lent = new LentRasters(platform);
  const sources: RasterSources = new RasterSources(
    lent,
    new KnownAddresses(platform.outbound),
    signer,
    { find: (asking, id) => composites.find(asking, id) },
    config.publicUrl,
  );
  const composites = new Composites(
    sources,
    known,
    (source, signal) => pool.run({ kind: 'place', source }, signal),
    config.outboundAllowed,
  );
  const kind = defineAnimation({ platform, pool, sources });
  return {
    operations: [kind],
    animateAgain: (wanted, caller) => runAnimationAgain(platform, kind, wanted, caller),
    routes: [
      route(animation.animateLayers, async ({ user, projectId, body, signal }) => {
        const { operation_id: id, map_id: mapId, layer_ids: layerIds, ...asked } = body;
        const userId = user.id as UserId;
        await platform.access.require(userId, projectId, 'read', 'map');
        const data = await runAnimation(
          platform,
          kind,
          { ...asked, mapId, layerIds, projectId, userId, id: id as OperationId | undefined },
          signal,
        );
        return { data };
      }),
    ],
    tileRoutes: tileRoutes(pool, sources, { database: platform.database, publicUrl: config.publicUrl, earthEngine }),
    readFirstStyle: (projectId, url, signal) =>
      sources.use({ projectId, url, signal }, async (source) => {
        const info = await pool.run<raster.CogInfo>({ kind: 'info', source }, signal);
        return firstRasterStyle(info, info.count === 0 ? {} : await pool.run(plainStatistics(source), signal), true);
      }),
    readBands: (projectId, url, signal) =>
      sources.use({ projectId, url, signal }, async (source) => {
        const { band_descriptions: bands } = await pool.run<raster.CogInfo>({ kind: 'info', source }, signal);
        return bands.map(([number, description]) => description.trim() || number);
      }),
    readAddressPart: (wanted, signal) => readAddressPart(sources, platform.outbound, wanted, signal),
    openForTool: (run) => openImageService({ platform, sources }, run),
    openForest: (run) => openForestService(lent, config.processing.forestFolder, run),
    openSeries: async (run, findScenes) =>
      openSeries({ sources, findScenes, outboundAllowed: config.outboundAllowed }, run),
    drawView: (wanted, signal) => drawView(pool, wanted, signal),
    runImageTool: (wanted) => runImageTool({ platform, sources }, wanted),
    composites,
    warmUp: () => {
      if (config.services.has('tiles')) pool.warmUp();
    },
    close: async () => {
      await pool.close();
      await lent.close();
    },
  };
}
