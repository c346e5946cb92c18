import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What a gauge shows: one number, or one for each value of its label. */
type Reading = number | Readonly<Record<string, number>>;

/** Numbers for whoever runs the server, in the words of Prometheus. All names begin with `groma_`. */
export interface Metrics {
  /**
   * A gauge that is read when someone asks for the metrics. `label` names what a reading of several numbers is split
   * by.
   */
  gauge(name: string, help: string, read: () => Reading | Promise<Reading>, label?: string): void;
  /** Counts what has happened, by one label. */
  counter(name: string, help: string, label: string): (value: string) => void;
  /**
   * One answered request: `route` is the template of the path and never the path itself, which names things of people.
   */
  observeRequest(request: { method: string; route: string; status: number; seconds: number }): void;
  /** Everything as the text that Prometheus reads. */
  read(): Promise<{ type: string; text: string }>;
}

const durationBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/**
 * Those of the process itself: processor, memory, event-loop lag. They are watched once and to its end, however many
 * servers begin and end in it: what watches for them cannot be taken back, and would keep each server in memory.
 */
const ofProcess = new Registry();
let isWatched = false;

/** Metrics of one server, with those of the process it runs in. */
export function createMetrics(): Metrics {
  if (!isWatched) collectDefaultMetrics({ register: ofProcess, prefix: 'groma_' });
  isWatched = true;
  const registry = new Registry();
  const durations = new Histogram({
    name: 'groma_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: durationBuckets,
    registers: [registry],
  });
  return {
    gauge(name, help, read, label) {
      // Whoever comes later counts: a part that is made again takes the place of the one before.
      registry.removeSingleMetric(`groma_${name}`);
      const gauge: Gauge = new Gauge({
        name: `groma_${name}`,
        help,
        labelNames: label === undefined ? [] : [label],
        registers: [registry],
        async collect() {
          const reading = await read();
          if (typeof reading === 'number') return gauge.set(reading);
          gauge.reset();
          for (const [value, amount] of Object.entries(reading)) gauge.set({ [label ?? 'kind']: value }, amount);
        },
      });
    },
    counter(name, help, label) {
      registry.removeSingleMetric(`groma_${name}`);
      const counter = new Counter({ name: `groma_${name}`, help, labelNames: [label], registers: [registry] });
      return (value) => {
        counter.inc({ [label]: value });
      };
    },
    observeRequest({ method, route, status, seconds }) {
      durations.observe({ method, route, status: String(status) }, seconds);
    },
    async read() {
      return { type: registry.contentType, text: await Registry.merge([ofProcess, registry]).metrics() };
    },
  };
}
