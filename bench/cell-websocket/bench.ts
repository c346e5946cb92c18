import type { Benchmark, Measurement } from '../benchmark.ts';
import { JupyterServer } from '../jupyter/jupyter-server.ts';
import { GromaNotebook } from '../output-flood/groma-notebook.ts';

const cells = Array.from({ length: 50 }, (_, index) => `print(${index})\n${index} ** 2`);
const ours = new GromaNotebook();
const jupyter = new JupyterServer();

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

const benchmark: Benchmark = {
  name: 'cell-websocket',
  description: 'a small cell from the call that runs it until its end is seen in the shared notebook',
  peerName: 'Jupyter Server websocket',
  unit: 'ms',
  better: 'lower',

  async setup() {
    await ours.start();
    await jupyter.start();
  },
  ours: () => measure((code) => ours.runUntilSeen(code)),
  peer: () => measure((code) => jupyter.run(code)),

  async teardown() {
    await ours.stop();
    await jupyter.stop();
  },
};

export default benchmark;
