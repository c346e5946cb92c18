import type { WebsocketConnection } from './connection.ts';
import { deferred } from './deferred.ts';
import type { KernelHost } from './kernel-host.ts';
import { noUse, type KernelUse } from './kernel-use.ts';

/** A kernel to start on a Jupyter Server. `serverUrl` ends with a slash. */
export interface HubKernelLaunch {
  serverUrl: string;
  token: string;
  /** As the server calls it: `python3`, `deno`, `ir`. */
  kernelName: string;
}

const lookPause = 5_000;
const patience = 30_000;

/** A kernel of a Jupyter Server, by its REST calls. What it uses of its machine is not told there. */
export class HubKernel implements KernelHost {
  readonly connection: WebsocketConnection;
  readonly errorText = '';
  readonly ended: Promise<string>;
  readonly #address: string;
  readonly #token: string;
  readonly #end: (reason: string) => void;
  #isEnded = false;
  #looking: NodeJS.Timeout | null = null;

  private constructor({ serverUrl, token }: HubKernelLaunch, id: string) {
    this.#address = `${serverUrl}api/kernels/${id}`;
    this.#token = token;
    this.connection = { websocketUrl: `${this.#address.replace(/^http/, 'ws')}/channels`, token };
    const { promise, resolve } = deferred<string>();
    this.ended = promise;
    this.#end = (reason) => {
      this.#isEnded = true;
      if (this.#looking) clearTimeout(this.#looking);
      resolve(reason);
    };
    this.#look();
  }

  /** @throws Error with the server's words */
  static async start(launch: HubKernelLaunch): Promise<HubKernel> {
    const response = await call(`${launch.serverUrl}api/kernels`, launch.token, 'POST', { name: launch.kernelName });
    const { id, message } = (await response.json()) as { id?: unknown; message?: unknown };
    if (!response.ok || typeof id !== 'string')
      throw new Error(`The Jupyter Server made no kernel: ${String(message ?? response.statusText)}`);
    return new HubKernel(launch, id);
  }

  async use(): Promise<KernelUse> {
    return noUse;
  }

  /** The server itself watches its kernels. */
  stir(): void {}

  async interrupt(): Promise<void> {
    await call(`${this.#address}/interrupt`, this.#token, 'POST').catch(() => undefined);
  }

  kill(reason: string): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    void call(this.#address, this.#token, 'DELETE')
      .catch(() => undefined)
      .then(() => {
        this.#end(reason);
      });
  }

  /** A kernel that someone else has ended, or whose server is gone, is noticed. */
  #look(): void {
    this.#looking = setTimeout(() => {
      void call(this.#address, this.#token, 'GET').then(
        async (response) => {
          const state = response.ok ? ((await response.json()) as { execution_state?: unknown }).execution_state : null;
          if (response.status === 404 || state === 'dead') this.#end('died: its server has ended it');
          else if (!this.#isEnded) this.#look();
        },
        () => {
          if (!this.#isEnded) this.#look();
        },
      );
    }, lookPause);
    this.#looking.unref();
  }
}

function call(url: string, token: string, method: string, body?: object): Promise<Response> {
  return fetch(url, {
    method,
    signal: AbortSignal.timeout(patience),
    redirect: 'error',
    headers: { authorization: `token ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
}
