import type { CompositeSource } from '../pool/raster-task.ts';

/** What the bands of a composite are called. */
export function namesOfComposite({ bands, maths }: Pick<CompositeSource, 'bands' | 'maths'>): string[] {
  return maths ? [maths.name] : bands.map(({ name }) => name);
}
