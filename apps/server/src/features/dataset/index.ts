import type { Feature, Platform } from '../../platform/platform.ts';
import { AddressSigner } from './address-signer.ts';
import { datasetRoutes } from './dataset-routes.ts';
import { SceneFinder } from './find-scenes.ts';
import { SceneSources } from './scene-sources.ts';
import { SealedTexts } from './sealed-text.ts';
import { StacDocuments } from './stac/stac-documents.ts';
import { Thumbnails } from './thumbnails.ts';

/** What the catalogue offers to others, through main. */
export interface DatasetFeature extends Feature {
  /** Has the addresses of files signed, where what made them known asks for it. */
  signer: Pick<AddressSigner, 'sign' | 'forget'>;
}

/** The catalogue of data sets, and the search for scenes in services, static catalogues and folders of STAC. */
export function createDatasetFeature(platform: Platform): DatasetFeature {
  const signer = new AddressSigner(platform.outbound);
  const sealed = new SealedTexts(platform.config.secret);
  return {
    signer,
    routes: datasetRoutes({
      sources: new SceneSources(platform.database),
      finder: new SceneFinder(new StacDocuments(platform), sealed),
      thumbnails: new Thumbnails(platform, signer),
      sealed,
    }),
  };
}
