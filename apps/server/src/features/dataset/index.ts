import type { RunAgain } from '../../platform/origin/run-again.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { AddressSigner } from './address-signer.ts';
import { datasetRoutes } from './dataset-routes.ts';
import { EarthEngineClient } from './earth-engine/earth-engine-client.ts';
import { defineEarthEngineDownload, downloadAgain } from './earth-engine/earth-engine-download.ts';
import { EarthEngineImages } from './earth-engine/earth-engine-images.ts';
import { earthEngineRoutes } from './earth-engine/earth-engine-routes.ts';
import { SceneFinder } from './find-scenes.ts';
import { SceneSources } from './scene-sources.ts';
import { CompositeRecords } from './order/composite-records.ts';
import { defineDownload } from './order/download-operation.ts';
import type { OrderNeeds } from './order/order-parts.ts';
import { orderRoutes, runDownloadAgain } from './order/order-routes.ts';
import { scenesOfDataset } from './scenes-of-dataset.ts';
import { SealedTexts } from './sealed-text.ts';
import { StacDocuments } from './stac/stac-documents.ts';
import { Thumbnails } from './thumbnails.ts';

/** What the catalogue offers to others, through main. */
export interface DatasetFeature extends Feature {
  /** Has the addresses of files signed, where what made them known asks for it. */
  signer: Pick<AddressSigner, 'sign' | 'forget'>;
  /** Composites that layers are drawn of. */
  composites: Pick<CompositeRecords, 'find'>;
  /** Images of Earth Engine as tiles. */
  earthEngine: Pick<EarthEngineImages, 'tile'>;
  /** Downloads from Earth Engine again. @throws GromaError as `downloadFromEarthEngine` */
  earthEngineAgain: RunAgain;
  /** Orders images again. */
  downloadAgain: RunAgain;
  /** The newest scenes of a data set that meet a box. @throws GromaError as `scenesOfDataset` */
  findScenes(wanted: Parameters<typeof scenesOfDataset>[1], signal: AbortSignal): ReturnType<typeof scenesOfDataset>;
}

/** The catalogue of data sets, and the search for scenes in services, static catalogues and folders of STAC. */
export function createDatasetFeature(platform: Platform, needs: OrderNeeds): DatasetFeature {
  const signer = new AddressSigner(platform.outbound);
  const sealed = new SealedTexts(platform.config.secret);
  const sources = new SceneSources(platform.database);
  const finder = new SceneFinder(new StacDocuments(platform), sealed);
  const records = new CompositeRecords(platform.database);
  const parts = { platform, sources, finder, records, ...needs };
  const downloadKind = defineDownload(parts);
  const { earthEngine: account } = platform.config;
  const images = new EarthEngineImages(account ? new EarthEngineClient(account, platform.outbound) : null);
  const engine = { platform, images, kind: defineEarthEngineDownload(platform, images) };
  return {
    signer,
    composites: records,
    earthEngine: images,
    earthEngineAgain: (wanted, caller) => downloadAgain(engine, wanted, caller),
    downloadAgain: (wanted, caller) => runDownloadAgain(parts, downloadKind, wanted, caller),
    operations: [downloadKind, engine.kind],
    findScenes: (wanted, signal) => scenesOfDataset({ sources, finder }, wanted, signal),
    routes: [
      ...earthEngineRoutes(engine),
      ...datasetRoutes({ sources, finder, thumbnails: new Thumbnails(platform, signer), sealed }),
      ...orderRoutes(parts, downloadKind),
    ],
  };
}
