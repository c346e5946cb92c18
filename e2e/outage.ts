import { expect, type Page } from '@playwright/test';

/** Rooms of notebooks, files and maps, and the calls of maps, that can be taken away from a page while the rest of the server is there. */
export class Outage {
  readonly #page: Page;
  readonly #cuts = new Set<() => void>();
  #isCut = false;
  #isSilent = false;

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

  cut(): void {
    this.#isCut = true;
    for (const close of this.#cuts) close();
    this.#cuts.clear();
  }

  /** Sockets that are open stay so, and nothing goes over them any more, as after a sleep. Calls fail, new sockets do not open. */
  silence(): void {
    this.#isCut = true;
    this.#isSilent = true;
  }

  /** The server can be reached once more; the page finds out by itself. */
  end(): void {
    this.#isCut = false;
    this.#isSilent = false;
  }

  /** The same, and focus has the page try at once; a try that was under way just then may fail still. */
  async mend(): Promise<void> {
    this.end();
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
