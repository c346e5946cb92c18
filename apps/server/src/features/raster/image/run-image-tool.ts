import type { ImageToolId } from '@groma/model';
import { acoliteJilin, acoliteSentinel2 } from '../correct/acolite.ts';
import { pansharpen } from '../correct/pansharpen.ts';
import { sixSJilin } from '../correct/six-s-jilin.ts';
import { sixSSentinel2 } from '../correct/six-s-sentinel2.ts';
import { classify } from './classify-tools.ts';
import { byEngine } from './engine-tools.ts';
import { GdalImages } from './gdal-images.ts';
import type { ImageParts, MadeOfImages, WantedImageWork } from './image-work.ts';
import { rasterise } from './rasterise-tool.ts';
import { contours, polygonise, terrain } from './terrain-tools.ts';
import { clipImage, mosaic, reproject, resample } from './warp-tools.ts';

type ImageTool = (images: GdalImages, wanted: WantedImageWork) => Promise<MadeOfImages>;

const tools: Readonly<Record<ImageToolId, ImageTool>> = {
  hillshade: terrain,
  slope: terrain,
  aspect: terrain,
  contours,
  polygonise,
  rasterise,
  clip_image: clipImage,
  mosaic,
  resample,
  reproject,
  band_maths: byEngine,
  spectral_index: byEngine,
  reclassify: byEngine,
  focal_filter: byEngine,
  image_change: byEngine,
  'acolite-sentinel2': acoliteSentinel2,
  'acolite-jilin': acoliteJilin,
  '6s-sentinel2': sixSSentinel2,
  '6s-jilin': sixSJilin,
  pansharpening: pansharpen,
  k_means_image: classify,
  random_forest: classify,
};

/**
 * Carries out a tool over images, by programs of GDAL in their sandbox or by our own engine in a thread.
 * @throws GromaError as the tool's definition says
 */
export async function runImageTool(parts: ImageParts, wanted: WantedImageWork): Promise<MadeOfImages> {
  return tools[wanted.tool](await GdalImages.open(parts, wanted), wanted);
}
