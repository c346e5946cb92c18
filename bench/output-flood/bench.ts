import { createHash } from 'node:crypto';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { JupyterServer } from '../jupyter/jupyter-server.ts';
import { GromaNotebook } from './groma-notebook.ts';

const lines = 400_000;
const megabytes = 40;
const code = `for i in range(${lines}): print(f"{i:099d}")`;
const ours = new GromaNotebook();
const jupyter = new JupyterServer();

async function measure(
  run: () => Promise<unknown>,
  read: (given: unknown) => string | Promise<string>,
): Promise<Measurement> {
  const begin = performance.now();
  const given = await run();
  const seconds = (performance.now() - begin) / 1_000;
  const text = await read(given);
  return {
    value: megabytes / seconds,
    output: `${text.length} characters, ${createHash('sha256').update(text).digest('hex')}`,
  };
}

const benchmark: Benchmark = {
  name: 'output-flood',
  description:
    '40 MB printed by one cell, from its code until all of it is on disk; the peer hands it over and stores nothing',
  peerName: 'Jupyter Server, limits off',
  unit: 'MB/s',
  better: 'higher',

  async setup() {
    await ours.start();
    await jupyter.start();
  },
  ours: () =>
    measure(
      () => ours.run(code),
      () => ours.wholeOutput(),
    ),
  peer: () =>
    measure(
      () => jupyter.run(code),
      (text) => text as string,
    ),

  async teardown() {
    await ours.stop();
    await jupyter.stop();
  },
};

export default benchmark;
