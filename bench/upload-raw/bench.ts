import type { Benchmark } from '../benchmark.ts';
import { UploadBench } from '../upload/upload-bench.ts';

const bench = new UploadBench();

const benchmark: Benchmark = {
  name: 'upload-raw',
  description: '512 MiB in chunks of 4 MiB, hashed with SHA-256 and flushed to the disk',
  peerName: 'one raw PUT, hashed and flushed',
  unit: 'MB/s',
  better: 'higher',
  setup: () => bench.setup('raw-server.ts'),
  ours: () => bench.ours(),
  peer: () => bench.rawPut(),
  teardown: () => bench.teardown(),
};

export default benchmark;
