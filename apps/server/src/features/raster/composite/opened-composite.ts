import type { CompositeScene, sceneExpression } from '@groma/raster';
import type { CompositeSource } from '../pool/raster-task.ts';

/** What `composePixels` is given, of files that are open. */
export interface OpenComposite {
  source: CompositeSource;
  scenes: CompositeScene[];
  expression: ReturnType<typeof sceneExpression> | null;
}
