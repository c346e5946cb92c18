import type { Benchmark } from '../benchmark.ts';
import { CollaborationBench } from '../collaboration/collaboration-bench.ts';

const bench = new CollaborationBench();

const benchmark: Benchmark = {
  name: 'collaboration-delay',
  description: '200 people on one notebook: 99th percentile of the time from an edit until another person has it',
  peerName: 'plain Hocuspocus, which stores nothing',
  unit: 'ms',
  better: 'lower',
  setup: () => bench.setup(),
  ours: () => bench.ours('delayMs'),
  peer: () => bench.peer('delayMs'),
  teardown: () => bench.teardown(),
};

export default benchmark;
