import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { BareKernel } from './bare-kernel.ts';

/** The part of the server's kernels that is measured. */
interface Kernel {
  execute(code: string, sink: { onOutput: (outputs: { text?: string }[]) => void }): Promise<{ status: string }>;
}

interface Kernels {
  start(kernel: { notebookId: string; owner: string; launch: object }): Promise<Kernel>;
  close(isLeaving: boolean): Promise<void>;
}

interface KernelsModule {
  SupervisedKernels: new (dataFolder: string, graceSeconds: number) => Kernels;
}

// The server is a program, not a package: it is loaded by its place.
const kernelsModule = new URL(
  '../../apps/server/src/platform/kernel/supervisor/supervised-kernels.ts',
  import.meta.url,
);
const python = join(process.env['GROMA_PYTHON_ENV'] ?? join(import.meta.dirname, '../../.cache/python'), 'bin/python');
const cells = Array.from({ length: 100 }, (_, index) => `print(${index})\n${index} ** 2`);
const bare = new BareKernel();
let kernels: Kernels;
let kernel: Kernel;
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
  await kernel.execute(code, {
    onOutput: (outputs) => {
      for (const output of outputs) text += output.text ?? '';
    },
  });
  return text;
}

const benchmark: Benchmark = {
  name: 'cell-round-trip',
  description: 'a small cell from its code to its last output, in a sandboxed kernel below the supervisor',
  peerName: 'bare ZeroMQ kernel',
  unit: 'ms',
  better: 'lower',
  pairs: 9,

  async setup() {
    const { SupervisedKernels } = (await import(kernelsModule.href)) as KernelsModule;
    dataFolder = await mkdtemp(join(tmpdir(), 'groma-bench-data-'));
    const limits = { memoryBytes: 2 * 1024 ** 3, processes: 100, cpu: 2 };
    const launch = { python, dataFolder, limits, network: null, isSandboxed: true };
    kernels = new SupervisedKernels(dataFolder, 5);
    kernel = await kernels.start({ notebookId: 'bench', owner: 'bench', launch });
    await bare.start(python);
  },
  ours: () => measure(runOurs),
  peer: () => measure((code) => bare.run(code)),

  async teardown() {
    await kernels?.close(false);
    await bare.stop();
    if (dataFolder) await rm(dataFolder, { recursive: true });
  },
};

export default benchmark;
