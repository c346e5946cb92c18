import { inArray } from 'drizzle-orm';
import { GromaError, type AppSetting, type InputValue, type ProjectId } from '@groma/model';
import type { AppBlock, AppEvent } from '@groma/protocol';
import type { LastingKernelSession } from '../../../platform/kernel/kernel-session.ts';
import type { KernelLanguage } from '../../../platform/kernel/sandbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import { templateVersions } from '../../../platform/database/tables/index.ts';
import type { AppCell } from './app-cells.ts';
import { AppPlaces } from './app-places.ts';
import { AppSession } from './app-session.ts';

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

/** Who goes away while others ask for places leaves them one. */
interface Visit {
  /** Readers of one network have so many sessions and places in the queue together. */
  network: string;
  signal: AbortSignal;
  tell(event: AppEvent): void;
}

const mostOfNetwork = 20;
const lookMs = 5_000;

/** The sessions of readers in this process, and those who wait for one. */
export class AppSessions {
  readonly #platform: Platform;
  readonly #startKernel: StartReaderKernel;
  readonly #places: AppPlaces;
  readonly #open = new Map<string, AppSession>();
  /** By version. */
  readonly #shared = new Map<string, AppSession>();
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
    if (this.#isClosed || this.#places.isCrowded || (this.#visits.get(network) ?? 0) >= mostOfNetwork)
      throw new GromaError('BUSY');
  }

  /**
   * Lets a reader into a session of an application, once there is a place; they are in it until they go.
   * @throws GromaError BUSY where too many wait; the signal's reason
   */
  async enter(app: RunnableApp, visit: Visit): Promise<void> {
    const { network, signal, tell } = visit;
    signal.throwIfAborted();
    this.#visits.set(network, (this.#visits.get(network) ?? 0) + 1);
    signal.addEventListener('abort', () => this.#forgetVisit(network), { once: true });
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

  async #sessionFor(app: RunnableApp, { signal, tell }: Visit): Promise<AppSession> {
    const isShared = app.setting.mode === 'shared';
    for (;;) {
      const shared = isShared ? this.#shared.get(app.versionId) : undefined;
      if (shared) return shared;
      const onPlace = (place: number): void => tell({ type: 'place', place });
      const leave = await this.#places.take(app.versionId, isShared ? 1 : app.setting.sessions, onPlace, signal);
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

  #forgetVisit(network: string): void {
    const left = (this.#visits.get(network) ?? 1) - 1;
    if (left === 0) this.#visits.delete(network);
    else this.#visits.set(network, left);
  }
}
