import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GromaError } from '@groma/model';
import { z } from 'zod';

const program = fileURLToPath(new URL('../../../../../kernel/packages/inspect_environment.py', import.meta.url));
const patienceMs = 30_000;

const inspected = z.object({
  python: z.string(),
  base: z.array(z.object({ name: z.string(), version: z.string() })),
  missing: z.array(z.string()),
  index: z.string(),
  fileHost: z.string(),
});
export type Inspected = z.output<typeof inspected>;

/**
 * What the base environment has, where its pip looks for packages, and which requirements are not met with the versions
 * that a project has added. Only metadata is read.
 * @throws GromaError UNAVAILABLE where there is no Python, or no pip in it.
 */
export async function inspectEnvironment(
  python: string,
  asked: { added: Record<string, string>; requirements: readonly string[] },
): Promise<Inspected> {
  if (!existsSync(python))
    throw new GromaError('UNAVAILABLE', {
      part: 'The Python environment of the notebooks',
      remedy: '`npm start` installs it.',
    });
  const child = spawn(python, ['-I', program], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1' },
    timeout: patienceMs,
  });
  const texts = ['', ''];
  for (const [at, stream] of [child.stdout, child.stderr].entries())
    stream.setEncoding('utf8').on('data', (text: string) => (texts[at] += text));
  child.stdin.on('error', () => undefined).end(JSON.stringify(asked));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return inspected.parse(JSON.parse(texts[0]!));
  if (texts[1]!.includes("No module named 'pip"))
    throw new GromaError('UNAVAILABLE', { part: 'pip', remedy: 'sudo apt-get install -y python3-pip' });
  throw new Error(`The Python environment could not be read: ${texts[1]!.slice(-500)}`);
}
