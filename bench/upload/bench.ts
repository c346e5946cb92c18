import { createReadStream } from 'node:fs';
import { Upload } from 'tus-js-client';
import type { Benchmark, Measurement } from '../benchmark.ts';
import { chunkBytes, totalBytes, UploadBench } from './upload-bench.ts';

const bench = new UploadBench();

/** Uploads the file by tus; the output is the hash that the server tells with the last chunk. */
function sendByTus(): Promise<Measurement> {
  const begin = performance.now();
  let output = '';
  return new Promise((resolve, reject) => {
    const upload = new Upload(createReadStream(bench.file, { highWaterMark: 1024 * 1024 }), {
      endpoint: `${bench.peerOrigin}/files`,
      chunkSize: chunkBytes,
      uploadSize: totalBytes,
      retryDelays: null,
      onAfterResponse: (_request, response) => {
        output = response.getHeader('x-sha256') ?? output;
      },
      onError: reject,
      onSuccess: () => {
        resolve({ value: totalBytes / 1024 / 1024 / ((performance.now() - begin) / 1_000), output });
      },
    });
    upload.start();
  });
}

const benchmark: Benchmark = {
  name: 'upload',
  description: '512 MiB in chunks of 4 MiB, hashed with SHA-256 and flushed to the disk',
  peerName: '@tus/server with tus-js-client',
  unit: 'MB/s',
  better: 'higher',
  setup: () => bench.setup('tus-server.ts'),
  ours: () => bench.ours(),
  peer: sendByTus,
  teardown: () => bench.teardown(),
};

export default benchmark;
