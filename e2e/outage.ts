import { expect, type Page } from '@playwright/test';

/**
 * Rooms of notebooks, files and maps, and the calls of maps, that can be taken away from a page while the rest of the
 * server is there.
 */
export class Outage {
  readonly #page: Page;
  readonly #cuts = new Set<() => void>();
  #isCut = false;
  #isSilent = false;
  /** The time at which the page's clock stands, in milliseconds since 1970. */
  #heldAt: number | null = null;

  private constructor(page: Page) {
    this.#page = page;
  }

  /** Stands between a page and its server from the next loading on. */
  static async over(page: Page): Promise<Outage> {
    const outage = new Outage(page);
    await installClock(page);
    await page.route(/\/parties\/map\/|\/maps\//, (route) => (outage.#isCut ? route.abort() : route.fallback()));
    await page.routeWebSocket(/\/parties\/(main|file|map)\//, (socket) => {
      if (outage.#isCut) return void socket.close({ code: 4000 });
      const server = socket.connectToServer();
      let isDead = false;
      const isHeard = () => !(isDead ||= outage.#isSilent);
      socket.onMessage((message) => {
        if (isHeard()) server.send(message);
      });
      server.onMessage((message) => {
        if (isHeard()) socket.send(message);
      });
      outage.#cuts.add(() => {
        void socket.close({ code: 4000 });
        void server.close();
      });
    });
    return outage;
  }

  /**
   * The clock of the page stands still from here on, until it is moved on or the server is back: what people do within
   * ten seconds takes a slow machine longer. Timers go on.
   */
  async cut(): Promise<void> {
    this.#heldAt = await this.#page.evaluate(() => Date.now());
    await this.#page.clock.setFixedTime(this.#heldAt);
    this.#isCut = true;
    for (const close of this.#cuts) close();
    this.#cuts.clear();
  }

  /**
   * Sockets that are open stay so, and nothing goes over them any more, as after a sleep. Calls fail, new sockets do
   * not open.
   */
  silence(): void {
    this.#isCut = true;
    this.#isSilent = true;
  }

  /** Time goes by on the page. */
  async pass(ms: number): Promise<void> {
    await this.#letGo();
    await this.#page.clock.fastForward(ms);
  }

  async #letGo(): Promise<void> {
    if (this.#heldAt !== null) await this.#page.clock.setSystemTime(this.#heldAt);
    this.#heldAt = null;
  }

  /** The server can be reached once more; the page finds out by itself. */
  async end(): Promise<void> {
    await this.#letGo();
    this.#isCut = false;
    this.#isSilent = false;
  }

  /** The same, and focus has the page try at once; a try that was under way just then may fail still. */
  async mend(): Promise<void> {
    await this.end();
    await expect
      .poll(async () => {
        await this.#page.evaluate(() => dispatchEvent(new Event('focus')));
        return this.#cuts.size;
      })
      .toBeGreaterThan(0);
  }
}

/**
 * A clock that can be moved on. Frames stay those of the browser: the clock would make up for each that a slow machine
 * leaves out, and a map that is drawn by software never catches up with that.
 */
async function installClock(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    Object.assign(globalThis, {
      browserFrames: [requestAnimationFrame.bind(globalThis), cancelAnimationFrame.bind(globalThis)],
    });
  });
  await page.clock.install();
  await page.addInitScript(() => {
    const [requestAnimationFrame, cancelAnimationFrame] = (globalThis as unknown as { browserFrames: unknown[] })
      .browserFrames;
    Object.assign(globalThis, { requestAnimationFrame, cancelAnimationFrame });
  });
}
