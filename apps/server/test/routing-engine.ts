import { ensureEngine, hasEngine } from '../src/features/routing/engine-package.ts';
import { readRoutingSettings } from '../src/platform/routing-settings.ts';

/**
 * What the engine is called for in a test that has to skip; null where it is there. It is installed as in the product,
 * when it is first wanted.
 */
export const engineMissing: string | null = await ready();

async function ready(): Promise<string | null> {
  const { engineFolder } = readRoutingSettings(process.env);
  return ensureEngine(engineFolder).then(
    () => (hasEngine(engineFolder) ? null : 'needs Valhalla'),
    (error: Error) => `needs Valhalla: ${error.message}`,
  );
}
