import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import type { Log } from '../../platform/log.ts';
import { CollectorSink } from './collector-sink.ts';
import { FileSink } from './file-sink.ts';
import type { AnalyticsSink } from './kept-event.ts';

/** The sink of the settings (SHL-093): files in the data folder, an HTTP collector, or none. */
export function createSink({ analytics, dataFolder }: Config, log: Log): AnalyticsSink {
  if (analytics === 'off') return { take: () => undefined, close: () => Promise.resolve() };
  return analytics === 'file' ? new FileSink(join(dataFolder, 'analytics'), log) : new CollectorSink(analytics, log);
}
