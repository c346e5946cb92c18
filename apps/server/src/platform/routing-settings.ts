import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where ways by road are computed, when a project names no extract of its own. The first that is set is used. */
export interface RoutingSettings {
  /** Base address of a Valhalla server. */
  valhallaUrl: string | undefined;
  /** A server of OpenRouteService, and its key where it asks for one. */
  openRouteService: { url: string; key: string | undefined } | undefined;
  /** An extract of OpenStreetMap on this computer. */
  extract: string | undefined;
  /** Folder of the engine that computes over extracts; it is put there when it is first needed. */
  engineFolder: string;
}

const publicOpenRouteService = 'https://api.openrouteservice.org';

/** @throws Error with one plain line when a setting is wrong. */
export function readRoutingSettings(env: NodeJS.ProcessEnv): RoutingSettings {
  const url = address('GROMA_OPENROUTESERVICE_URL', env);
  const key = env['GROMA_OPENROUTESERVICE_KEY'] || undefined;
  return {
    valhallaUrl: address('GROMA_VALHALLA_URL', env),
    openRouteService: url || key ? { url: url ?? publicOpenRouteService, key } : undefined,
    extract: readExtract(env['GROMA_OSM_EXTRACT']),
    engineFolder: env['GROMA_ROUTING_ENGINE'] || fileURLToPath(new URL('../../../../.cache/valhalla', import.meta.url)),
  };
}

function address(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new Error(`${name}: ${text} is not an http address.`);
  return text.replace(/\/+$/, '');
}

function readExtract(path: string | undefined): string | undefined {
  if (!path) return undefined;
  if (!isAbsolute(path) || !existsSync(path))
    throw new Error(`GROMA_OSM_EXTRACT: ${path} is not the full path of a file on this computer.`);
  return path;
}
