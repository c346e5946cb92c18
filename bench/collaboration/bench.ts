import type { Benchmark } from '../benchmark.ts';
import { CollaborationBench } from './collaboration-bench.ts';

const bench = new CollaborationBench();

const benchmark: Benchmark = {
  name: 'collaboration',
  description:
    '200 people on one notebook: processor time of the server, with its database, for one delivery of an edit',
  peerName: 'plain Hocuspocus, which stores nothing',
  unit: 'µs',
  better: 'lower',
  setup: () => bench.setup(),
  ours: () => bench.ours('cpuMicroseconds'),
  peer: () => bench.peer('cpuMicroseconds'),
  teardown: () => bench.teardown(),
};

export default benchmark;
