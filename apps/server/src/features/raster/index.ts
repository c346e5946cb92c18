import type { ProjectId, RasterStyle } from '@groma/model';
import { firstRasterStyle, type raster } from '@groma/protocol';
import type { ForestService, ImageryService } from '@groma/geo';
import type { Feature, Platform } from '../../platform/platform.ts';
import { openForestService } from './correct/forest-service.ts';
import { drawView, type WantedView } from './image/draw-view.ts';
import { openImageService, type ImageRun } from './image/image-service.ts';
import type { MadeOfImages, WantedImageWork } from './image/image-work.ts';
import { runImageTool } from './image/run-image-tool.ts';
import { Composites, type KnownComposites } from './composite/compose-file.ts';
import { RasterPool } from './pool/raster-pool.ts';
import { plainStatistics, tileRoutes } from './raster-routes.ts';
import { readAddressPart, type AddressPart, type WantedPart } from './source/address-part.ts';
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
export function createRasterFeature(platform: Platform, signer: SignsAddresses, known: KnownComposites): RasterFeature {
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
  return {
    tileRoutes: tileRoutes(pool, sources, config.publicUrl),
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
