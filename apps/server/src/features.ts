import type { Platform, Feature } from './platform/platform.ts';
import { createAccessFeature } from './features/access/index.ts';
import { createFileFeature } from './features/file/index.ts';
import { createProjectFeature } from './features/project/index.ts';

/** Every feature, with what it needs of the others handed in. Besides the sample, the only place that knows them all. */
export function createFeatures(platform: Platform): Feature[] {
  return [
    createAccessFeature(platform, { welcome: () => Promise.resolve() }),
    createProjectFeature(platform, { beforeDelete: () => Promise.resolve() }),
    createFileFeature(platform),
  ];
}
