import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { SignInError, UsageError } from './failure.ts';

const settings = z.object({ url: z.url(), token: z.string().min(1) });

/** A server and the personal access token with which it is asked. */
export type Settings = z.output<typeof settings>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Where they are kept: in the folder of the XDG specification, which ignores paths that are not absolute. */
function settingsPath(env: Environment): string {
  const given = env['XDG_CONFIG_HOME'];
  const folder = given !== undefined && isAbsolute(given) ? given : join(homedir(), '.config');
  return join(folder, 'groma', 'settings.json');
}

/** The settings of the environment (GROMA_URL, GROMA_TOKEN) before those that are kept. @throws SignInError */
export async function readSettings(env: Environment): Promise<Settings> {
  const kept = await readKept(env);
  const url = env['GROMA_URL'] ?? kept?.url;
  // A token goes to the server for which it was kept, and to no other.
  const token = env['GROMA_TOKEN'] ?? (url === kept?.url ? kept?.token : undefined);
  if (url === undefined || token === undefined)
    throw new SignInError('Sign in first: groma login URL, with an access token of your account settings.');
  return { url: originOf(url), token };
}

/** Keeps a token so that only its person can read it. */
export async function keepSettings(env: Environment, kept: Settings): Promise<string> {
  const path = settingsPath(env);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // Never readable by others, not even for a moment, and never half written.
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  await chmod(temporary, 0o600);
  await rename(temporary, path);
  return path;
}

export async function forgetSettings(env: Environment): Promise<void> {
  await rm(settingsPath(env), { force: true });
}

/** @throws UsageError for what is no address of a server */
export function originOf(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`“${text}” is no address of a server, as https://groma.example.org.`);
  return url.origin;
}

async function readKept(env: Environment): Promise<Settings | null> {
  const path = settingsPath(env);
  try {
    return settings.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new SignInError(`${path} cannot be read. Sign in again: groma login URL.`);
  }
}
