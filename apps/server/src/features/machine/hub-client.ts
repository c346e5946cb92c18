import { setTimeout as sleep } from 'node:timers/promises';
import { GromaError } from '@groma/model';
import { CallError, callWithRetry } from '@groma/protocol';
import type { HubSettings } from '../../platform/kernel/hub-settings.ts';

const callPatience = 30_000;
const lookPause = 500;

/** What is needed of the hub's record of a user. */
interface HubUser {
  servers?: Record<string, { ready?: boolean; pending?: string | null }>;
}

/** The calls of a JupyterHub (REST API of version 4 and later) that machines need. */
export class HubClient {
  readonly #settings: HubSettings;

  constructor(settings: HubSettings) {
    this.#settings = { ...settings, url: settings.url.replace(/\/?$/, '/') };
  }

  /** Where a server of this name answers; ends with a slash. */
  serverUrl(name: string): string {
    return `${this.#settings.url}user/${encodeURIComponent(this.#settings.user)}/${encodeURIComponent(name)}/`;
  }

  /**
   * Starts a server, or takes the one that runs; resolves when it answers.
   * @throws GromaError MACHINE_UNAVAILABLE with the hub's words, or when it is not ready within `seconds`
   */
  async startServer(name: string, options: object, seconds: number): Promise<void> {
    const user = await this.#call('POST', this.#userPath(''));
    if (!user.ok && user.status !== 409) throw await refused(user);
    const started = await this.#call('POST', this.#userPath(`/servers/${encodeURIComponent(name)}`), options);
    // 400 is what the hub answers for a server that runs or is about to.
    if (!started.ok && started.status !== 400) throw await refused(started);
    const end = performance.now() + seconds * 1_000;
    for (;;) {
      const server = await this.#server(name);
      if (server?.ready) return;
      if (!server || (server.pending === null && started.status === 400)) throw await refused(started);
      if (server.pending === null)
        throw new GromaError('MACHINE_UNAVAILABLE', {
          detail: 'JupyterHub started the machine, but it ended immediately.',
        });
      if (performance.now() > end)
        throw new GromaError('MACHINE_UNAVAILABLE', {
          detail: `JupyterHub did not make the machine ready within ${seconds} s.`,
        });
      await sleep(lookPause);
    }
  }

  /** Stops a server and forgets it. */
  async stopServer(name: string): Promise<void> {
    await this.#call('DELETE', this.#userPath(`/servers/${encodeURIComponent(name)}`), { remove: true }).catch(
      () => undefined,
    );
  }

  /** Whether a server of this name runs. */
  async isRunning(name: string): Promise<boolean> {
    return (await this.#server(name).catch(() => null))?.ready ?? false;
  }

  async #server(name: string): Promise<{ ready: boolean; pending: string | null } | null> {
    const { servers } = await this.#user();
    const server = servers?.[name];
    return server ? { ready: server.ready === true, pending: server.pending ?? null } : null;
  }

  /** What the hub knows of its user. Asked again while the hub is away for a moment. */
  async #user(): Promise<HubUser> {
    const { url, token } = this.#settings;
    try {
      return (await callWithRetry({
        method: 'GET',
        url: `${url}${this.#userPath('')}?include_stopped_servers`,
        responseType: 'json',
        bearer: token,
        redirect: 'error',
        signal: AbortSignal.timeout(callPatience),
      })) as HubUser;
    } catch (error) {
      const isAnswer = error instanceof CallError && error.cause === undefined;
      throw isAnswer ? refusal(error.message) : this.#unreachable((error as Error).cause ?? error);
    }
  }

  #userPath(rest: string): string {
    return `hub/api/users/${encodeURIComponent(this.#settings.user)}${rest}`;
  }

  async #call(method: string, path: string, body?: object): Promise<Response> {
    try {
      return await fetch(this.#settings.url + path, {
        method,
        signal: AbortSignal.timeout(callPatience),
        redirect: 'error',
        headers: { authorization: `token ${this.#settings.token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      throw this.#unreachable(error);
    }
  }

  #unreachable(error: unknown): GromaError {
    const why = error instanceof Error ? error.message : String(error);
    return new GromaError('MACHINE_UNAVAILABLE', {
      detail: `JupyterHub at ${this.#settings.url} cannot be reached (${why}).`,
    });
  }
}

async function refused(response: Response): Promise<GromaError> {
  const { message } = (await response.json().catch(() => ({}))) as { message?: unknown };
  return refusal(String(message ?? response.statusText));
}

function refusal(why: string): GromaError {
  return new GromaError('MACHINE_UNAVAILABLE', { detail: `JupyterHub refused it: ${why}` });
}
