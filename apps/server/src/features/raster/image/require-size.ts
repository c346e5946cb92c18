import { GromaError, limit } from '@groma/model';

/** An image has no more samples than a conversion may. @throws GromaError TOO_LARGE */
export function requireSize(name: string, samples: number): void {
  if (samples > limit.conversionPixels)
    throw new GromaError('TOO_LARGE', { name, limit: `${limit.conversionPixels / 1e9} gigapixels` });
}
