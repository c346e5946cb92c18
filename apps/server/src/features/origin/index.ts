import type { Feature } from '../../platform/platform.ts';
import type { OriginParts } from './current-origins.ts';
import { originRoutes } from './origin-routes.ts';
import { defineRefresh } from './refresh-operation.ts';

/** How layers and files of a project were made, and making again what is out of date; by the features that make it. */
export function createOriginFeature(parts: OriginParts): Feature {
  const refreshKind = defineRefresh(parts);
  return { operations: [refreshKind], routes: originRoutes(parts, refreshKind) };
}
