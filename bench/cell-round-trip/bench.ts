import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { BareKernel } from './bare-kernel.ts';

/** The part of the server's kernel sessions that is measured. */
interface Session {
  execute(code: string, sink: { onOutput: (outputs: { text?: string }[]) => void }): Promise<{ status: string }>;
  shutdown(): Promise<void>;
}

interface SessionModule {
  LocalKernelSession: { start(options: object): Promise<Session> };
}

// The server is a program, not a package: it is loaded by its place.
const sessionModule = new URL('../../apps/server/src/platform/kernel/kernel-session.ts', import.meta.url);
const python = join(process.env['GROMA_PYTHON_ENV'] ?? join(import.meta.dirname, '../../.cache/python'), 'bin/python');
const cells = Array.from({ length: 100 }, (_, index) => `print(${index})\n${index} ** 2`);
const bare = new BareKernel();
let session: Session;
let dataFolder = '';

/** Runs every cell, one after another; the value is the median time of a cell. */
async function measure(run: (code: string) => Promise<string>): Promise<Measurement> {
  const times: number[] = [];
  let output = '';
  for (const code of cells) {
    const begin = performance.now();
    output += `${await run(code)}\n`;
    times.push(performance.now() - begin);
  }
  return { value: times.toSorted((a, b) => a - b)[times.length / 2] ?? 0, output };
}

async function runOurs(code: string): Promise<string> {
  let text = '';
  await session.execute(code, {
    onOutput: (outputs) => {
      for (const output of outputs) text += output.text ?? '';
    },
  });
  return text;
}

const benchmark: Benchmark = {
  name: 'cell-round-trip',
  description: 'a small cell from its code to its last output, in a sandboxed kernel',
  peerName: 'bare ZeroMQ kernel',
  unit: 'ms',
  better: 'lower',
  pairs: 9,

  async setup() {
    const { LocalKernelSession } = await import(sessionModule.href) as SessionModule;
    dataFolder = await mkdtemp(join(tmpdir(), 'groma-bench-data-'));
    const limits = { memoryBytes: 2 * 1024 ** 3, processes: 100, cpu: 2 };
    const launch = { python, dataFolder, limits, shareNetwork: false, isSandboxed: true };
    session = await LocalKernelSession.start({ id: 'bench', notebookId: 'bench', launch });
    await bare.start(python);
  },
  ours: () => measure(runOurs),
  peer: () => measure((code) => bare.run(code)),

  async teardown() {
    await session?.shutdown();
    await bare.stop();
    if (dataFolder) await rm(dataFolder, { recursive: true });
  },
};

export default benchmark;
