/** A band that is sharpened, as GDAL names its file. */
export interface SharpenedBand {
  /** From 1. */
  number: number;
  /** As GDAL calls sample types. */
  type: string;
  /** What it weighs in the panchromatic band. */
  weight: number;
  description: string;
}

export interface WantedSharpening {
  pan: string;
  bands: readonly SharpenedBand[];
  /** The file of the bands, smoothed or as it is. */
  source: string;
  nodata: number | null;
  /** Side of the windows that are worked on, in pixels. */
  window: number;
}

/** Side up to which windows are put together: smaller ones cost more than they hold. */
const plainSide = 512;
/** Weight below which a pixel beside adds nothing that could be seen. */
const leastWeight = 1e-6;
const widest = 50;

/**
 * The side of windows that GDAL works on: a multiple of what was asked for, so that small windows are done several at
 * once. The result is the same for all.
 */
export function windowSide(asked: number): number {
  return asked * Math.max(1, Math.round(plainSide / asked));
}

/**
 * Weights of pixels in a row under a Gaussian, from left to right: its part over each pixel, which stays right for a
 * spread far below a pixel. Null where nothing but the middle counts.
 * @param sigma standard deviation in pixels
 */
export function gaussianKernel(sigma: number): number[] | null {
  const reach = Math.min(widest, Math.max(1, Math.ceil(3 * sigma)));
  const part = (at: number): number =>
    (erf((at + 0.5) / (sigma * Math.SQRT2)) - erf((at - 0.5) / (sigma * Math.SQRT2))) / 2;
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) => part(at - reach));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights[reach - 1]! / sum < leastWeight ? null : weights.map((weight) => weight / sum);
}

/** The error function, to 1.2e-7 (W. Press et al., Numerical Recipes, erfc by Chebyshev fitting). */
function erf(x: number): number {
  const z = Math.abs(x);
  const t = 1 / (1 + 0.5 * z);
  const terms = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
    0.17087277,
  ];
  const sum = terms.reduceRight((total, term) => term + t * total, 0);
  const complement = t * Math.exp(-z * z + sum);
  return x >= 0 ? 1 - complement : complement - 1;
}

/** The bands of an image under a Gaussian, as a virtual file of GDAL. */
export function smoothedVrt(
  { source, bands, nodata }: Pick<WantedSharpening, 'source' | 'bands' | 'nodata'>,
  { size, geoTransform, wkt }: { size: readonly [number, number]; geoTransform: readonly number[]; wkt: string },
  kernel: readonly number[],
): string {
  const none = nodata === null ? '' : `<NoDataValue>${nodata}</NoDataValue>`;
  const skipped = nodata === null ? '' : `<NODATA>${nodata}</NODATA>`;
  const filtered = bands.map(
    ({ number, type }, at) =>
      `<VRTRasterBand dataType="${type}" band="${at + 1}">${none}<KernelFilteredSource>` +
      `<SourceFilename>${escaped(source)}</SourceFilename><SourceBand>${number}</SourceBand>${skipped}` +
      `<Kernel normalized="1"><Size>${kernel.length}</Size><Coefs>${kernel.join(' ')}</Coefs></Kernel>` +
      `</KernelFilteredSource></VRTRasterBand>`,
  );
  return (
    `<VRTDataset rasterXSize="${size[0]}" rasterYSize="${size[1]}"><SRS>${escaped(wkt)}</SRS>` +
    `<GeoTransform>${geoTransform.join(',')}</GeoTransform>${filtered.join('')}</VRTDataset>`
  );
}

/**
 * An image with the detail of its panchromatic one, as a virtual file of GDAL: each band times the panchromatic one,
 * through the weighted sum of all (weighted Brovey, gdal.org/drivers/raster/vrt.html#pansharpened-vrt).
 */
export function sharpenedVrt({ pan, source, bands, nodata, window }: WantedSharpening): string {
  const none = nodata === null ? '' : `<NoData>${nodata}</NoData>`;
  const side = windowSide(window);
  const made = bands.map(
    ({ type, description }, at) =>
      `<VRTRasterBand dataType="${type}" band="${at + 1}" subClass="VRTPansharpenedRasterBand">` +
      `<Description>${escaped(description)}</Description></VRTRasterBand>`,
  );
  const spectral = bands.map(
    ({ number }, at) =>
      `<SpectralBand dstBand="${at + 1}"><SourceFilename>${escaped(source)}</SourceFilename>` +
      `<SourceBand>${number}</SourceBand></SpectralBand>`,
  );
  return (
    `<VRTDataset subClass="VRTPansharpenedDataset">${made.join('')}` +
    `<BlockXSize>${side}</BlockXSize><BlockYSize>${side}</BlockYSize><PansharpeningOptions>` +
    `<Algorithm>WeightedBrovey</Algorithm>` +
    `<AlgorithmOptions><Weights>${bands.map(({ weight }) => weight).join(',')}</Weights></AlgorithmOptions>` +
    `<Resampling>Cubic</Resampling><NumThreads>ALL_CPUS</NumThreads>${none}` +
    `<SpatialExtentAdjustment>Intersection</SpatialExtentAdjustment>` +
    `<PanchroBand><SourceFilename>${escaped(pan)}</SourceFilename><SourceBand>1</SourceBand></PanchroBand>` +
    `${spectral.join('')}</PansharpeningOptions></VRTDataset>`
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
