import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

/** What tools of processing need of this computer, where it has it. */
export interface ProcessingSettings {
  /** The program of ACOLITE: its executable, or `launch_acolite.py` of its sources. */
  acolite: string | undefined;
  /** Folder of Global Forest Change with its tiles `…_treecover2000_10N_080W.tif` and `…_lossyear_10N_080W.tif`. */
  forestFolder: string | undefined;
}

/** @throws Error with one plain line when a setting is wrong. */
export function readProcessingSettings(env: NodeJS.ProcessEnv): ProcessingSettings {
  return {
    acolite: existing('GROMA_ACOLITE', 'file', env),
    forestFolder: existing('GROMA_FOREST_CHANGE', 'folder', env),
  };
}

function existing(name: string, what: string, env: NodeJS.ProcessEnv): string | undefined {
  const path = env[name];
  if (!path) return undefined;
  if (!isAbsolute(path) || !existsSync(path))
    throw new Error(`${name}: ${path} is not the full path of a ${what} on this computer.`);
  return path;
}
