import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The service account by which this server asks Earth Engine. */
export interface EarthEngineSettings {
  email: string;
  /** PEM. */
  privateKey: string;
  privateKeyId: string | undefined;
  /** The project of Google Cloud that is asked in the name of. */
  project: string;
  /** Where a signed token is exchanged for one that the API takes. */
  tokenUrl: string;
  apiUrl: string;
}

const keyFile = z.object({
  client_email: z.email(),
  private_key: z.string().includes('PRIVATE KEY'),
  private_key_id: z.string().optional(),
  project_id: z.string().min(1),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
});

/**
 * The settings of Earth Engine: `GROMA_EARTH_ENGINE_KEY` is the JSON file of a service account.
 * @throws Error with one plain line, without anything of the key, when a setting is wrong
 */
export function readEarthEngineSettings(env: NodeJS.ProcessEnv): EarthEngineSettings | undefined {
  const path = env['GROMA_EARTH_ENGINE_KEY'];
  if (!path) return undefined;
  const key = readKey(path);
  return {
    email: key.client_email,
    privateKey: key.private_key,
    privateKeyId: key.private_key_id,
    project: env['GROMA_EARTH_ENGINE_PROJECT'] || key.project_id,
    tokenUrl: key.token_uri,
    apiUrl: (env['GROMA_EARTH_ENGINE_URL'] || 'https://earthengine.googleapis.com').replace(/\/+$/, ''),
  };
}

function readKey(path: string): z.output<typeof keyFile> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Error(`GROMA_EARTH_ENGINE_KEY: ${path} cannot be read.`);
  }
  try {
    return keyFile.parse(JSON.parse(text));
  } catch {
    // What the parser says could hold a part of the key.
    throw new Error(`GROMA_EARTH_ENGINE_KEY: ${path} is not the JSON key of a service account.`);
  }
}
