import { createAccessFeature } from './features/access/index.ts';
import { createFileFeature } from './features/file/index.ts';
import { createProjectFeature } from './features/project/index.ts';
import type { Feature, Platform } from './platform/platform.ts';
import { runProcess } from './services/run-process.ts';

/** Every feature, with what it needs of the others handed in: the only place that knows them all. */
export function createFeatures(platform: Platform): Feature[] {
  return [
    createAccessFeature(platform, { welcome: () => Promise.resolve() }),
    createProjectFeature(platform, { beforeDelete: () => Promise.resolve() }),
    createFileFeature(platform),
  ];
}

if (import.meta.main) runProcess(createFeatures);
