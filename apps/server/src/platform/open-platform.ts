import { join } from 'node:path';
import { createAccessControl } from './access/access-control.ts';
import { openBus } from './bus/bus.ts';
import { createQuestions } from './bus/questions.ts';
import { PublicAnswers } from './http/public-answers.ts';
import type { Config } from './config.ts';
import { openDatabase, type Database } from './database/database.ts';
import { isOneInstallation, requireDataFolder } from './database/installation.ts';
import { startEmbeddedPostgres } from './database/embedded-postgres.ts';
import { JobQueue } from './jobs/jobs.ts';
import { createImageModels } from './language-model/image-models.ts';
import { createLanguageModels } from './language-model/language-models.ts';
import { leasedServices, ServiceLeases } from './lease/service-leases.ts';
import { createLiveDocuments } from './live/live-documents.ts';
import { createLog, type Log } from './log.ts';
import { createMetrics } from './metrics/metrics.ts';
import { createOutbound } from './outbound/outbound.ts';
import { createOperations } from './operation/operations.ts';
import type { Platform } from './platform.ts';
import { AccessTokens } from './session/access-tokens.ts';
import { createSessions } from './session/sessions.ts';
import { sweepSetuid } from './setuid-sweep.ts';
import { openStorage } from './storage/open-storage.ts';

interface Opened {
  platform: Platform;
  jobs: JobQueue;
  /**
   * Settles with a line for people when this process can do its work no more: its database has ended for good, or
   * another process has taken its place.
   */
  lost: Promise<string>;
  /**
   * Stops all of it, in the order that loses nothing; what fails is logged and keeps nothing else from being stopped.
   */
  close(): Promise<void>;
}

/** Starts what features stand on. */
export async function openPlatform(config: Config): Promise<Opened> {
  const log = createLog(config.isQuiet);
  const postgres = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres(join(config.dataFolder, 'postgres'), log);
  const database = await openDatabase(config.databaseUrl ?? postgres!.url('groma'));
  const leases = await takePlace(config, database, log).catch(async (error: unknown) => {
    await database.close();
    await postgres?.stop();
    throw error;
  });
  const sweep = sweepSetuid(config.dataFolder, log);
  const bus = await openBus(database, log);
  const metrics = createMetrics();
  const jobs = new JobQueue(database.url, log, metrics);
  const documents = createLiveDocuments(
    database,
    bus,
    log,
    {
      epoch: () => leases.epoch('realtime'),
      onLost: (listener) => {
        leases.onLost(listener);
      },
    },
    postgres?.space,
  );
  metrics.gauge('documents_open', 'Live documents in the memory of this process.', () => documents.size);
  metrics.gauge(
    'edits_in_hand',
    'Edits of live documents that have come and are not on disk yet.',
    () => documents.gate.inHand,
  );
  const storage = await openStorage(config, database, log);
  const outbound = createOutbound(config.outboundAllowed);
  const platform: Platform = {
    config,
    log,
    database,
    leases,
    bus,
    questions: createQuestions(bus, log),
    documents,
    jobs,
    operations: createOperations({ database, bus, jobs, log }),
    metrics,
    outbound,
    models: createLanguageModels({ settings: config.models, database, metrics, outbound }),
    imageModels: createImageModels({ settings: config.models, database, metrics, outbound }),
    isOneInstallation: await isOneInstallation(database, config.dataFolder),
    access: createAccessControl(database),
    publicAnswers: new PublicAnswers(bus),
    sessions: createSessions(config, database, bus),
    tokens: new AccessTokens(database, bus),
    files: storage.files,
    blobs: storage.blobs,
    allowance: storage.allowance,
  };
  return {
    platform,
    jobs,
    lost: Promise.race([leases.taken, ...(postgres ? [postgres.lost] : [])]),
    async close() {
      for (const part of [
        sweep,
        jobs,
        documents,
        storage,
        outbound,
        bus,
        leases,
        database,
        ...(postgres ? [postgres] : []),
      ]) {
        const ended = 'stop' in part ? part.stop() : part.close();
        await ended.catch((error: unknown) => {
          log.error('A part of the server did not stop as it should.', { error });
        });
      }
    },
  };
}

/**
 * What lets this process work on the records: the right data folder, and the leases of its services.
 * @throws Error with one plain line.
 */
async function takePlace(config: Config, database: Database, log: Log): Promise<ServiceLeases> {
  await requireDataFolder(database, config.dataFolder, { sharesStorage: config.storage.url !== undefined });
  return ServiceLeases.open({
    url: database.url,
    services: leasedServices.filter((service) => config.services.has(service)),
    dataFolder: config.dataFolder,
    log,
  });
}
