import { GromaError } from '@groma/model';
import type { EarthEngineSettings } from '../../../platform/earth-engine-settings.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { AccessToken } from './access-token.ts';
import type { Expression } from './image-expression.ts';

/** The most that one request for pixels may give, as Earth Engine has it. */
export const mostPixelBytes = 48 * 1024 * 1024;
const limits = { bytes: mostPixelBytes + 1024 * 1024, silenceMs: 5 * 60_000 };
const unauthorised = 401;

/** Where pixels are wanted: a grid in a coordinate system. */
export interface PixelGrid {
  dimensions: { width: number; height: number };
  affineTransform: {
    scaleX: number;
    shearX: number;
    translateX: number;
    shearY: number;
    scaleY: number;
    translateY: number;
  };
  crsCode: string;
}

/** How an image becomes tiles. */
export interface MapLook {
  ranges: { min: number; max: number }[];
  paletteColors?: string[];
  gamma?: { value: number };
}

/** Earth Engine by its REST API (v1), in the name of a service account. */
export class EarthEngineClient {
  readonly #settings: EarthEngineSettings;
  readonly #fetch: typeof fetch;
  readonly #token: AccessToken;

  constructor(settings: EarthEngineSettings, outbound: Outbound) {
    this.#settings = settings;
    // Whoever runs the server has named both.
    const hosts = [settings.apiUrl, settings.tokenUrl].map((url) => new URL(url).hostname);
    this.#fetch = outbound.fetchWithin(limits, hosts);
    this.#token = new AccessToken(settings, async (url, body) => {
      const response = await this.#reach(() => this.#fetch(url, { method: 'POST', body }));
      return (await this.#checked(response)).json();
    });
  }

  /** The value of an expression. @throws GromaError EARTH_ENGINE_FAILED; the reason of `signal` */
  async compute(expression: Expression, signal: AbortSignal): Promise<unknown> {
    const response = await this.#post('value:compute', { expression }, signal);
    return ((await response.json()) as { result?: unknown }).result;
  }

  /** Makes a map of an image, whose tiles can be had for some hours; gives its name. @throws as `compute` */
  async makeMap(expression: Expression, look: MapLook, signal: AbortSignal): Promise<string> {
    const body = { expression, fileFormat: 'PNG', visualizationOptions: look };
    const { name } = (await (await this.#post('maps', body, signal)).json()) as { name?: unknown };
    if (typeof name === 'string' && /^projects\/[^/]+\/maps\/[\w-]+$/.test(name)) return name;
    throw new GromaError('EARTH_ENGINE_FAILED', { detail: 'the answer names no map.' });
  }

  /** A tile of a map as PNG. @throws as `compute` */
  async tile(map: string, { z, x, y }: { z: number; x: number; y: number }, signal: AbortSignal): Promise<Uint8Array> {
    const response = await this.#call(`${map}/tiles/${z}/${x}/${y}`, {}, signal);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Pixels of an image as GeoTIFF. @throws as `compute` */
  async pixels(
    expression: Expression,
    grid: PixelGrid,
    bandIds: readonly string[],
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const body = { expression, fileFormat: 'GEO_TIFF', grid, bandIds };
    const response = await this.#post('image:computePixels', body, signal);
    return new Uint8Array(await response.arrayBuffer());
  }

  #post(method: string, body: object, signal: AbortSignal): Promise<Response> {
    return this.#call(
      `projects/${this.#settings.project}/${method}`,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      signal,
    );
  }

  /** A token that is refused before its time is renewed once. */
  async #call(path: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
    const ask = async (): Promise<Response> => {
      const authorization = `Bearer ${await this.#token.get()}`;
      return this.#reach(
        () =>
          this.#fetch(`${this.#settings.apiUrl}/v1/${path}`, {
            ...init,
            headers: { ...init.headers, authorization },
            signal,
          }),
        signal,
      );
    };
    const first = await ask();
    if (first.status !== unauthorised) return this.#checked(first);
    await first.body?.cancel();
    this.#token.forget();
    return this.#checked(await ask());
  }

  async #reach(ask: () => Promise<Response>, signal?: AbortSignal): Promise<Response> {
    try {
      return await ask();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof GromaError) throw error;
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      throw new GromaError('EARTH_ENGINE_FAILED', {
        detail: `it cannot be reached (${cause instanceof Error ? cause.message : String(cause)}).`,
      });
    }
  }

  async #checked(response: Response): Promise<Response> {
    if (response.ok) return response;
    const text = (await response.text()).slice(0, 2_000);
    throw new GromaError('EARTH_ENGINE_FAILED', { detail: saidIn(text) ?? `it answers ${response.status}.` });
  }
}

/** What an answer of Google says is wrong. */
function saidIn(text: string): string | null {
  try {
    const { error, error_description: description } = JSON.parse(text) as {
      error?: { message?: unknown } | string;
      error_description?: unknown;
    };
    const said = typeof error === 'object' ? error.message : (description ?? error);
    return typeof said === 'string' && said !== '' ? said.slice(0, 500) : null;
  } catch {
    return null;
  }
}
