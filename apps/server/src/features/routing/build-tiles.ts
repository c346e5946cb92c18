import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { GromaError } from '@groma/model';
import { endGroup } from '../../platform/end-group.ts';
import { startSandboxed } from '../../platform/sandbox/isolation.ts';
import { buildCommand, canSandbox } from './engine-sandbox.ts';

/** What the builder says when a stage ends, with the share of the whole that is done by then, in percent. */
const stages: readonly [RegExp, number][] = [
  [/::ParseWays took/, 20],
  [/::ParseNodes took/, 40],
  [/::BuildEdges took/, 50],
  [/::BuildLocalTiles took/, 70],
  [/::Enhance took/, 78],
  [/hierarchybuilder.cc::Build took/, 84],
  [/shortcutbuilder.cc::Build took/, 90],
  [/restrictionbuilder.cc::Build took/, 94],
  [/::Validate took/, 99],
];
/** The builder goes on without any road, and fails in one way or another. */
const withoutRoads = /Finished with 0 graph edges/;
const longestMs = 6 * 3_600_000;
const mostComplaint = 16_384;

interface WantedTiles {
  engineFolder: string;
  extract: string;
  /** The extract as people know it. */
  name: string;
  /** Empty, for this work alone. */
  tileFolder: string;
  signal: AbortSignal;
  onProgress(percent: number): void;
}

/** Builds the tiles of an extract in the sandbox. @throws GromaError FILE_UNREADABLE; the signal's reason */
export async function buildTiles({ name, signal, onProgress, ...places }: WantedTiles): Promise<void> {
  signal.throwIfAborted();
  const isSandboxed = await canSandbox();
  const threads = Math.max(1, availableParallelism() - 1);
  const { program, arguments: words, environment } = buildCommand({ ...places, threads }, isSandboxed);
  const start = isSandboxed ? startSandboxed : spawn;
  const child = start(program, words, {
    env: environment,
    cwd: isSandboxed ? '/' : places.tileFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const timeLimit = AbortSignal.timeout(longestMs);
  const kill = (): void => endGroup(child);
  const stop = AbortSignal.any([signal, timeLimit]);
  stop.addEventListener('abort', kill);
  if (stop.aborted) kill();
  let complaint = '';
  let hasNoRoads = false;
  const note = (line: string): void => {
    if (complaint.length < mostComplaint) complaint += `${line}\n`;
  };
  createInterface({ input: child.stderr! }).on('line', note);
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const stage = stages.find(([pattern]) => pattern.test(line));
    if (stage) onProgress(stage[1]);
    if (withoutRoads.test(line)) {
      hasNoRoads = true;
      kill();
    }
    if (/\[(ERROR|FATAL)\]/.test(line)) note(line);
  });
  const [code] = (await once(child, 'close').finally(() => {
    stop.removeEventListener('abort', kill);
    kill();
  })) as [number | null];
  signal.throwIfAborted();
  if (timeLimit.aborted) throw unreadable(name, 'building its road network took too long.');
  if (hasNoRoads) throw unreadable(name, 'there are no roads in it.');
  if (code !== 0) throw unreadable(name, plainComplaint(complaint, code));
}

/** Why the builder gave up, from what it printed. */
function plainComplaint(text: string, code: number | null): string {
  const said = /what\(\):\s*(.+)/.exec(text)?.[1] ?? /\[(?:ERROR|FATAL)\]\s*(.+)/.exec(text)?.[1];
  if (said === undefined) return `the routing engine stopped with ${code ?? 'a signal'}.`;
  return `${said.trim().replace(/\.$/, '').slice(0, 200)}.`;
}

function unreadable(name: string, detail: string): GromaError {
  return new GromaError('FILE_UNREADABLE', { name, detail });
}
