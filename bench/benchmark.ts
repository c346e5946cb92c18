/** What one run of one side gives. */
export interface Measurement {
  /** In the unit of the benchmark. */
  value: number;
  /** What was computed, as text: both sides must have done the same work before their speed is compared. */
  output: string;
}

/** A benchmark of the product beside a peer, the default export of `bench/<name>/bench.ts`. */
export interface Benchmark {
  /** The name of its folder. */
  name: string;
  /** One line for the list of `npm run bench`. */
  description: string;
  peerName: string;
  /** `ms`, `MB/s`, … */
  unit: string;
  /** `lower` for times, `higher` for rates. */
  better: 'lower' | 'higher';
  /** Interleaved pairs to run; at least five, which is also the default. */
  pairs?: number;
  /** Makes the seeded data and starts what both sides need. */
  setup(): Promise<void>;
  ours(): Promise<Measurement>;
  peer(): Promise<Measurement>;
  teardown(): Promise<void>;
}
