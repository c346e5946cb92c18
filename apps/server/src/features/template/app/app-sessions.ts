import { inArray } from '../../../platform/database/drizzle.ts';
import { GromaError, type AppSetting, type InputValue, type ProjectId } from '@groma/model';
import type { AppBlock } from '@groma/protocol';
import type { LastingKernelSession } from '../../../platform/kernel/kernel-session.ts';
import type { KernelLanguage } from '../../../platform/kernel/sandbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import { templateVersions } from '../../../platform/database/tables/index.ts';
import type { AppCell } from './app-cells.ts';
import { AppPlaces } from './app-places.ts';
import { AppSession, type TellReader } from './app-session.ts';

/** A version of an application, as it is run. */
export interface RunnableApp {
  templateId: string;
  versionId: string;
  frozenId: ProjectId;
  setting: AppSetting;
  blocks: readonly AppBlock[];
  cells: readonly AppCell[];
  fixed: readonly InputValue[];
}

/** A kernel for readers; handed in by main. */
export type StartReaderKernel = (wanted: {
  owner: string;
  projectId: ProjectId;
  language: KernelLanguage;
  memoryBytes: number;
}) => Promise<LastingKernelSession>;

/** A reader who has been let in by `admit`. */
interface Visit {
  network: string;
  /** Aborted when they go. */
  signal: AbortSignal;
  tell: TellReader;
}

/** Readers of one network in sessions and in the queue together. */
const mostOfNetwork = 20;
/** Readers of a version with a shared session. */
const mostInShared = 100;
const lookMs = 5_000;

/** The sessions of readers in this process, and those who wait for one. */
export class AppSessions {
  readonly #platform: Platform;
  readonly #startKernel: StartReaderKernel;
  readonly #places: AppPlaces;
  readonly #open = new Map<string, AppSession>();
  /** By version. */
  readonly #shared = new Map<string, AppSession>();
  /** Readers of each network, and of each version with a shared session. */
  readonly #visits = new Map<string, number>();
  readonly #ending = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #isClosed = false;

  constructor(platform: Platform, startKernel: StartReaderKernel) {
    this.#platform = platform;
    this.#startKernel = startKernel;
    this.#places = new AppPlaces(platform.config.apps.sessions);
    // Unpublishing tells of the frozen projects; another look finds what no message told of.
    const look = (): void => {
      this.#endUnpublished().catch((error: unknown) => {
        platform.log.error('Sessions of publications could not be looked at.', { error });
      });
    };
    platform.bus.subscribe('project-access-changed', look);
    platform.bus.subscribe('bus-reconnected', look);
    this.#timer = setInterval(look, lookMs).unref();
    platform.metrics.gauge(
      'app_sessions',
      'Sessions of readers of applications in this process.',
      () => this.#open.size,
    );
  }

  /** The session that has an id. @throws GromaError NOT_FOUND */
  require(sessionId: string): AppSession {
    const session = this.#open.get(sessionId);
    if (!session) throw new GromaError('NOT_FOUND', { noun: 'session' });
    return session;
  }

  /** Refuses whoever has too many, and everybody where too many wait. @throws GromaError BUSY */
  requireRoom(network: string): void {
    if (this.#isClosed || this.#places.isCrowded || this.#visitsOf(network) >= mostOfNetwork)
      throw new GromaError('BUSY');
  }

  /**
   * Counts a reader, who may then enter, until the signal is aborted.
   * @throws GromaError BUSY as `requireRoom`, or where too many are in the shared session; the signal's reason
   */
  admit({ setting, versionId }: RunnableApp, { network, signal }: Pick<Visit, 'network' | 'signal'>): void {
    signal.throwIfAborted();
    this.requireRoom(network);
    const keys = setting.mode === 'shared' ? [network, versionId] : [network];
    if (this.#visitsOf(versionId) >= mostInShared) throw new GromaError('BUSY');
    for (const key of keys) this.#visits.set(key, this.#visitsOf(key) + 1);
    const forget = (): void => {
      for (const key of keys) this.#forgetVisit(key);
    };
    signal.addEventListener('abort', forget, { once: true });
  }

  /**
   * Lets a reader whom `admit` has counted into a session, once there is a place; they are in it until they go.
   * @throws GromaError BUSY where too many wait; the signal's reason
   */
  async enter(app: RunnableApp, visit: Visit): Promise<void> {
    const { signal, tell } = visit;
    const session = await this.#sessionFor(app, visit);
    const leave = session.attach(tell);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  }

  /** Ends all sessions; resolves when their kernels have ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const session of this.#open.values()) session.end('server');
    await Promise.all(this.#ending);
  }

  async #sessionFor(app: RunnableApp, { network, signal, tell }: Visit): Promise<AppSession> {
    const isShared = app.setting.mode === 'shared';
    for (;;) {
      const shared = isShared ? this.#shared.get(app.versionId) : undefined;
      if (shared) return shared;
      const onPlace = (place: number): void => tell({ type: 'place', place });
      const wanted = { key: app.versionId, most: isShared ? 1 : app.setting.sessions, network };
      const leave = await this.#places.take(wanted, onPlace, signal);
      // Another reader has opened the session that all are in.
      if (!leave) continue;
      const session = this.#make(app, leave);
      if (isShared) {
        this.#shared.set(app.versionId, session);
        this.#places.wake(app.versionId);
      }
      return session;
    }
  }

  #make(
    { templateId, versionId, frozenId, setting, blocks, cells, fixed }: RunnableApp,
    leave: () => void,
  ): AppSession {
    const { apps } = this.#platform.config;
    let hasEnded: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      hasEnded = resolve;
    });
    this.#ending.add(ended);
    const session = new AppSession({
      templateId,
      versionId,
      isShared: setting.mode === 'shared',
      blocks,
      cells,
      fixed,
      runMs: Math.min(setting.run_seconds, apps.runSeconds) * 1_000,
      idleMs: Math.min(setting.idle_minutes, apps.idleMinutes) * 60_000,
      startKernel: (language) =>
        this.#startKernel({ owner: session.id, projectId: frozenId, language, memoryBytes: apps.memoryBytes }),
      onFailure: (error) => {
        this.#platform.log.error('A session of a reader failed.', { versionId, error });
      },
      onEnd: () => {
        this.#open.delete(session.id);
        if (this.#shared.get(versionId) === session) this.#shared.delete(versionId);
      },
      onGone: () => {
        this.#ending.delete(ended);
        hasEnded();
        leave();
      },
    });
    this.#open.set(session.id, session);
    return session;
  }

  async #endUnpublished(): Promise<void> {
    const open = [...this.#open.values()];
    if (open.length === 0) return;
    const ids = [...new Set(open.map(({ versionId }) => versionId))];
    const rows = await this.#platform.database.query
      .select({ id: templateVersions.id })
      .from(templateVersions)
      .where(inArray(templateVersions.id, ids));
    const left = new Set(rows.map(({ id }) => id));
    for (const session of open) if (!left.has(session.versionId)) session.end('unpublished');
  }

  #visitsOf(key: string): number {
    return this.#visits.get(key) ?? 0;
  }

  #forgetVisit(key: string): void {
    const left = this.#visitsOf(key) - 1;
    if (left <= 0) this.#visits.delete(key);
    else this.#visits.set(key, left);
  }
}
