import type { AccessControl } from './access/access-control.ts';
import type { Bus } from './bus/bus.ts';
import type { Questions } from './bus/questions.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { PublicAnswers } from './http/public-answers.ts';
import type { Answer, Route } from './http/route.ts';
import type { Job, JobSender } from './jobs/jobs.ts';
import type { ImageModels } from './language-model/image-models.ts';
import type { LanguageModels } from './language-model/language-models.ts';
import type { Leases } from './lease/service-leases.ts';
import type { LiveDocuments } from './live/live-documents.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { AnyOperationKind } from './operation/operation-kind.ts';
import type { Operations } from './operation/operations.ts';
import type { Room } from './room/room.ts';
import type { AccessTokens } from './session/access-tokens.ts';
import type { Sessions } from './session/sessions.ts';
import type { Allowance } from './storage/allowance.ts';
import type { BlobStore } from './storage/blob-store.ts';
import type { FileStore } from './storage/file-store.ts';

/** What every feature may use. */
export interface Platform {
  config: Config;
  log: Log;
  database: Database;
  /** Of which services this process is the only one. */
  leases: Leases;
  bus: Bus;
  /** What other processes of the installation keep in their memory. */
  questions: Questions;
  access: AccessControl;
  /** What anyone may read, as it was answered. */
  publicAnswers: PublicAnswers;
  sessions: Sessions;
  tokens: AccessTokens;
  documents: LiveDocuments;
  files: FileStore;
  blobs: BlobStore;
  /** What files take up and may. Writing through `files` asks it already. */
  allowance: Allowance;
  jobs: JobSender;
  /** Starts long work that people can watch and stop. */
  operations: Operations;
  metrics: Metrics;
  /** The one way to fetch from other servers. */
  outbound: Outbound;
  models: LanguageModels;
  imageModels: ImageModels;
  /**
   * Whether records and data folder are of one installation, so that what the records do not know may be cleared away.
   */
  isOneInstallation: boolean;
}

/**
 * What a feature brings to the server. `routes` are answered by the api service, `rooms` and `realtimeRoutes` by
 * realtime, `tileRoutes` by tiles.
 */
export interface Feature {
  routes?: readonly Route[];
  realtimeRoutes?: readonly Route[];
  tileRoutes?: readonly Route[];
  rooms?: readonly Room[];
  /** Done by the jobs service, in whichever process runs it. */
  jobs?: readonly Job[];
  /** Long work of people; carried out by the jobs service, in whichever process runs it. */
  operations?: readonly AnyOperationKind[];
  /** Told of every call that a handler has answered or refused. It must not throw and takes no time. */
  onAnswer?(answer: Answer): void;
  /** Work to do once, when the services have started (mending what a kill left behind). */
  start?(): Promise<void>;
  /**
   * Work that makes the first call as quick as later ones, once a server is ready and nobody waits for it. It takes no
   * time itself.
   */
  warmUp?(): void;
  /** `isLeaving`: the server is restarted, so that what outlives it (kernels) is left to the next one. */
  close?(isLeaving?: boolean): Promise<void>;
}
