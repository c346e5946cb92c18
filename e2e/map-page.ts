import { expect, type Locator, type Page } from '@playwright/test';
import { openDrawer } from './person.ts';

/** A map as a person works on it: its picture with the view it is known to have, and what the server holds of it. */
export class MapPage {
  readonly page: Page;
  readonly canvas: Locator;
  #box = { x: 0, y: 0, width: 0, height: 0 };

  constructor(page: Page) {
    this.page = page;
    this.canvas = page.locator('.maplibregl-canvas').first();
  }

  /** Makes a map by its drawer and waits until it is drawn. It stands at 0°, 0° with zoom 2. */
  static async make(page: Page, name: string): Promise<MapPage> {
    await openDrawer(page, 'Maps');
    await page.getByRole('button', { name: 'New map' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create map' }).click();
    const map = new MapPage(page);
    await map.ready();
    return map;
  }

  async ready(): Promise<void> {
    await expect(this.canvas).toBeVisible();
    await expect(this.page.getByRole('status', { name: 'Saved' }).first()).toBeVisible();
    await this.measure();
  }

  /**
   * Takes note of where the map is: drawers make it narrower, and its picture follows some frames later. Both are
   * looked at in one moment, after what the last change of the page brought about has been laid out.
   */
  async measure(): Promise<void> {
    await expect
      .poll(async () => {
        const [picture, room] = await this.canvas.evaluate(async (canvas) => {
          await new Promise((done) => {
            requestAnimationFrame(() => {
              requestAnimationFrame(done);
            });
          });
          return [canvas, canvas.closest('.map-canvas')!].map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return { x, y, width, height };
          });
        });
        // What is as it was has come to rest: a drawer may still be on its way.
        const isAtRest = JSON.stringify(this.#box) === JSON.stringify(picture);
        this.#box = picture!;
        return isAtRest && JSON.stringify(picture) === JSON.stringify(room);
      })
      .toBe(true);
  }

  /** Pixels of the page for degrees, in the view of a new map: Web Mercator with 2048 pixels around the earth. */
  at(longitude: number, latitude: number): { x: number; y: number } {
    const round = 512 * 2 ** 2;
    const up = Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI);
    return {
      x: this.#box.x + this.#box.width / 2 + (longitude / 360) * round,
      y: this.#box.y + this.#box.height / 2 - up * round,
    };
  }

  async click(longitude: number, latitude: number, options: { button?: 'right' } = {}): Promise<void> {
    await this.measure();
    const { x, y } = this.at(longitude, latitude);
    await this.page.mouse.move(x, y);
    await this.page.mouse.click(x, y, { button: options.button ?? 'left' });
  }

  async doubleClick(longitude: number, latitude: number): Promise<void> {
    await this.measure();
    const { x, y } = this.at(longitude, latitude);
    await this.page.mouse.move(x, y);
    // All at once, as a hand does it: Playwright's own waits for the page after each, which may draw for long.
    const session = await this.page.context().newCDPSession(this.page);
    const send = (type: 'mousePressed' | 'mouseReleased', clickCount: number) =>
      session.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount });
    await Promise.all([
      send('mousePressed', 1),
      send('mouseReleased', 1),
      send('mousePressed', 2),
      send('mouseReleased', 2),
    ]);
    await session.detach();
  }

  /** Presses at the first place and drags over the others. */
  async drag(...places: [longitude: number, latitude: number][]): Promise<void> {
    await this.measure();
    const [first, ...rest] = places.map(([longitude, latitude]) => this.at(longitude, latitude));
    await this.page.mouse.move(first!.x, first!.y);
    await this.page.mouse.down();
    for (const { x, y } of rest) await this.page.mouse.move(x, y, { steps: 3 });
    await this.page.mouse.up();
  }

  /**
   * The names, geometries and properties that the server holds of this map, by the name of their layer. `known` where
   * its tab is not in front.
   */
  async stored(known?: { projectId: string; mapId: string }): Promise<Record<string, StoredFeature[]>> {
    const { projectId, mapId } = known ?? (await this.ids());
    const reply = await this.page.request.get(`/maps/read-map?map_id=${mapId}&project_id=${projectId}`);
    const lines = (await reply.text())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as StreamLine);
    const layers = lines.flatMap((line) => line.layers ?? []).filter(({ type }) => type === 'Layer');
    const parts = lines.flatMap((line) => line.vector_features ?? []);
    return Object.fromEntries(
      layers.map(({ id, text }) => [
        text,
        parts.filter(({ layer_id: layerId }) => layerId === id).flatMap(({ features }) => features),
      ]),
    );
  }

  async ids(): Promise<{ projectId: string; mapId: string }> {
    const projectId = /workspaces\/([0-9a-f-]{36})/.exec(this.page.url())![1]!;
    const name = await this.page.locator('.dv-active-tab').first().textContent();
    const { data } = (await (await this.page.request.get(`/api/maps/projects/${projectId}`)).json()) as {
      data: { id: string; name: string }[];
    };
    return { projectId, mapId: data.find((map) => name?.includes(map.name))!.id };
  }
}

interface StreamLine {
  layers?: { id: string; text: string; type: string }[];
  vector_features?: { layer_id: string; features: StoredFeature[] };
}
export interface StoredFeature {
  geometry: { type: string; coordinates: unknown };
  properties: Record<string, unknown>;
}
