import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { fetchOutsidePicture, type OutsidePicture } from './outside-picture.ts';

interface Fetched { picture: Promise<OutsidePicture>; bytes: number; until: number }

const keptMs = 10 * 60_000;
const mostBytes = 64 * 1024 * 1024;
const mostKept = 500;

/**
 * Pictures of other servers, each fetched once in ten minutes however many ask, whether it was to be had or not: a shared
 * link is open to anybody, and must not make this server ask others as often as somebody likes.
 */
export class OutsidePictures {
  readonly #outbound: Outbound;
  readonly #fetched = new Map<string, Fetched>();

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /** @throws GromaError as `fetchOutsidePicture`. */
  read(url: string): Promise<OutsidePicture> {
    const known = this.#fetched.get(url);
    if (known && known.until > performance.now()) return known.picture;
    const one: Fetched = { picture: fetchOutsidePicture(this.#outbound, url), bytes: 0, until: performance.now() + keptMs };
    this.#fetched.delete(url);
    this.#fetched.set(url, one);
    one.picture.then(({ bytes }) => { one.bytes = bytes.length; }, () => undefined).finally(() => { this.#makeRoom(); });
    return one.picture;
  }

  /** Lets go of the oldest beyond 500 pictures or 64 MB. */
  #makeRoom(): void {
    let bytes = [...this.#fetched.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [url, one] of this.#fetched) {
      if (bytes <= mostBytes && this.#fetched.size <= mostKept) return;
      this.#fetched.delete(url);
      bytes -= one.bytes;
    }
  }
}
