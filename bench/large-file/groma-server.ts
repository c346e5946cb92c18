import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const root = join(import.meta.dirname, '../..');
const chunkBytes = 32 * 1024 * 1024;
const readyMs = 300_000;

/** The product as it is served, with a workspace of its own. */
export interface GromaServer {
  origin: string;
  cookie: string;
  projectId: string;
  process: ChildProcess;
}

/**
 * Starts the server on a free port with its data in a folder; with the web application newly built where a page is
 * measured.
 */
export async function startGroma(folder: string, hasWeb = true): Promise<GromaServer> {
  const web = join(folder, 'web');
  if (hasWeb)
    await build({ root: join(root, 'apps/web'), logLevel: 'error', build: { outDir: web, emptyOutDir: true } });
  const { process: child, origin } = await startProcess(join(folder, 'data'), 0, hasWeb ? { GROMA_WEB: web } : {});
  return { origin, ...(await makeWorkspace(origin)), process: child };
}

/** Signs somebody up on a server that runs, with a workspace of theirs. */
export async function makeWorkspace(origin: string): Promise<{ cookie: string; projectId: string }> {
  const signedUp = await post(`${origin}/api/local/auth/sign-up`, '', {
    email: 'bench@example.com',
    username: 'bench',
    password: 'correct horse battery',
  });
  const cookie = signedUp.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const made = (await (await post(`${origin}/api/projects`, cookie, { name: 'Bench' })).json()) as {
    data: { id: string };
  };
  return { cookie, projectId: made.data.id };
}

/** Starts the server as a process and waits until it answers. */
export async function startProcess(
  data: string,
  port: number,
  settings: Record<string, string> = {},
  options: readonly string[] = [],
): Promise<{ process: ChildProcess; origin: string }> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      'apps/server/src/main.ts',
      '--port',
      String(port),
      '--data',
      data,
      ...options,
    ],
    {
      cwd: root,
      env: { ...process.env, DATABASE_URL: '', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let said = '';
  const origin = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`The server did not start: ${said}`));
    }, readyMs);
    const listen = (text: Buffer): void => {
      // Read on, or the server would wait for us; but keep only the beginning.
      if (said.length < 10_000) said += text.toString();
      const address = /ready at (http:\S+)/.exec(said)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('exit', () => {
      reject(new Error(`The server ended: ${said}`));
    });
  });
  return { process: child, origin };
}

async function post(address: string, cookie: string, body: object): Promise<Response> {
  const reply = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${address} answered ${reply.status}: ${await reply.text()}`);
  return reply;
}

/** Stops a server and waits until it has put everything away: only then may its folder go. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGINT');
  await ended;
}

/** Sends a file by the resumable way. */
export async function sendFile({ origin, cookie, projectId }: GromaServer, file: string, path: string): Promise<void> {
  const { uploadSessionUri } = (await (
    await post(`${origin}/api/gcs/projects/${projectId}/files/upload-urls`, cookie, { filePath: path })
  ).json()) as { uploadSessionUri: string };
  const { size } = statSync(file);
  for (let start = 0; start < size; start += chunkBytes) {
    const end = Math.min(size, start + chunkBytes) - 1;
    const reply = await fetch(origin + uploadSessionUri, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/octet-stream', 'content-range': `bytes ${start}-${end}/${size}` },
      body: createReadStream(file, { start, end }) as unknown as BodyInit,
      duplex: 'half',
      redirect: 'manual',
    } as RequestInit);
    if (reply.status !== 308 && !reply.ok)
      throw new Error(`A chunk was answered ${reply.status}: ${await reply.text()}`);
  }
}

/** Gives a file another name. */
export async function moveFile({ origin, cookie, projectId }: GromaServer, from: string, to: string): Promise<void> {
  await post(`${origin}/api/gcs/projects/${projectId}/files/move`, cookie, { from, to });
}

/** A link to the bytes of a file, for what does not know our windows. */
export async function linkTo({ origin, cookie, projectId }: GromaServer, path: string): Promise<string> {
  const reply = await fetch(`${origin}/api/gcs/signed-url/groma/${projectId}/${path.slice(1)}`, {
    headers: { cookie },
  });
  return ((await reply.json()) as { signedUrl: string }).signedUrl;
}
