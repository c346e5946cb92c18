import type { PackageSettings } from '../../platform/package-settings.ts';
import type { IndexHost } from './index-proxy.ts';
import { inspectEnvironment } from './inspect-environment.ts';

/** Where pip looks, and the hosts that it may reach for that. `isTrusted`: without encryption, as the settings say. */
export interface PackageIndex {
  url: string;
  isTrusted: boolean;
  hosts: readonly IndexHost[];
}

/**
 * The index of the settings, else the one that the environment’s pip itself looks at; null where there is to be none.
 * @throws GromaError UNAVAILABLE without Python or pip.
 */
export async function indexOf(settings: PackageSettings, python: string): Promise<PackageIndex | null> {
  const { index, fileHosts } = settings;
  if (index === null) return null;
  if (index === 'pip') {
    const { index: url, fileHost } = await inspectEnvironment(python, { added: {}, requirements: [] });
    const hosts = [new URL(url).hostname, fileHost].map((host) => ({
      host: `${host}:443`,
      isNamed: false,
      isPlain: false,
    }));
    return { url, isTrusted: false, hosts };
  }
  const port = index.port || (index.protocol === 'https:' ? '443' : '80');
  const isPlain = index.protocol === 'http:';
  const named = fileHosts.map((host) => (/:\d+$/.test(host) ? host : `${host}:443`));
  return {
    url: index.href,
    isTrusted: isPlain,
    hosts: [
      { host: `${index.hostname}:${port}`, isNamed: true, isPlain },
      ...named.map((host) => ({ host, isNamed: true, isPlain: false })),
    ],
  };
}
