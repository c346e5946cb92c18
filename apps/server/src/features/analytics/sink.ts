import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';
import { CollectorSink } from './collector-sink.ts';
import { FileSink } from './file-sink.ts';

/** One event as it is kept. `person` says that two events are of one person, and not who that is. */
export interface KeptEvent {
  name: string;
  at: string;
  person: string | null;
  project_id: string | null;
  properties: Readonly<Record<string, unknown>>;
}

/** Where events go. Nothing waits for it, and what fails in it fails nothing else. */
export interface AnalyticsSink {
  take(event: KeptEvent): void;
  /** Writes what waits, as far as it can be. */
  close(): Promise<void>;
}

/** The sink of the settings (SHL-093): files in the data folder, an HTTP collector, or none. */
export function createSink({ analytics, dataFolder }: Config, log: Log): AnalyticsSink {
  if (analytics === 'off') return { take: () => undefined, close: () => Promise.resolve() };
  return analytics === 'file' ? new FileSink(join(dataFolder, 'analytics'), log) : new CollectorSink(analytics, log);
}
