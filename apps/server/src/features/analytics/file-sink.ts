import { appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../platform/log.ts';
import { requireSpace } from '../../platform/storage/free-space.ts';
import { Batch } from './batch.ts';
import type { AnalyticsSink, KeptEvent } from './kept-event.ts';

/** Days for which a file is kept. */
const keptDays = 90;
const namePattern = /^\d{4}-\d{2}-\d{2}\.ndjson$/;

/** Events as lines of JSON, one file for each day in UTC. They leave the machine by nobody's doing but its owner's. */
export class FileSink implements AnalyticsSink {
  readonly #folder: string;
  readonly #log: Log;
  readonly #batch = new Batch<KeptEvent>({ size: 200, waitMs: 1_000, most: 10_000 }, (events) => this.#write(events));

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  take(event: KeptEvent): void {
    this.#batch.add(event);
  }

  close(): Promise<void> {
    return this.#batch.flush();
  }

  async #write(events: KeptEvent[]): Promise<void> {
    try {
      const name = `${new Date().toISOString().slice(0, 10)}.ndjson`;
      await mkdir(this.#folder, { recursive: true });
      await this.#clear(name);
      await requireSpace(this.#folder, 0, name);
      await appendFile(join(this.#folder, name), events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    } catch (error) {
      this.#log.error('Events of use were not written.', { count: events.length, error });
    }
  }

  /** With the first events of a day, files that are older than what is kept go. */
  async #clear(today: string): Promise<void> {
    const names = await readdir(this.#folder);
    if (names.includes(today)) return;
    const oldest = new Date(Date.now() - keptDays * 86_400_000).toISOString().slice(0, 10);
    for (const name of names) if (namePattern.test(name) && name < oldest) await rm(join(this.#folder, name));
  }
}
