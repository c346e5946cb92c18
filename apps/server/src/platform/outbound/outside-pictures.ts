import type { Outbound } from './outbound.ts';
import { PerOwnerSemaphore } from '../jobs/per-owner-semaphore.ts';
import { fetchOutsidePicture, mostPictureBytes, type OutsidePicture } from './outside-picture.ts';

/** `bytes` are the most that it may become while it is fetched, and what it takes afterwards. */
interface Fetched {
  picture: Promise<OutsidePicture>;
  bytes: number;
  until: number;
  isUnderWay: boolean;
}

const keptMs = 10 * 60_000;
/** What is not to be had may be again in a moment, and must not be asked for by each who opens a link. */
const failureKeptMs = 15_000;
/** Of all pictures that are kept or under way. */
const mostBytes = 128 * 1024 * 1024;
const mostKept = 500;
const fetchedAtOnce = 6;
const fetchedAtOnceForOne = 3;

/**
 * Pictures of other servers, each fetched once in ten minutes however many ask: a shared link is open to anybody, and
 * must not make this server ask others as often as somebody likes. Six are fetched at a time, and three for one owner.
 */
export class OutsidePictures {
  readonly #outbound: Outbound;
  readonly #fetched = new Map<string, Fetched>();
  readonly #slots = new PerOwnerSemaphore(fetchedAtOnce, fetchedAtOnceForOne);

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /**
   * `owner` is the person or thing for which it is fetched, and waits for its turn; what has begun goes on for others.
   * @throws GromaError as `fetchOutsidePicture`; the signal's reason when it is aborted before the turn comes.
   */
  read(url: string, owner: string, signal: AbortSignal): Promise<OutsidePicture> {
    return this.#known(url) ?? this.#slots.run(owner, signal, () => this.#known(url) ?? this.#fetch(url));
  }

  #known(url: string): Promise<OutsidePicture> | undefined {
    const known = this.#fetched.get(url);
    return known && known.until > performance.now() ? known.picture : undefined;
  }

  #fetch(url: string): Promise<OutsidePicture> {
    const one: Fetched = {
      picture: fetchOutsidePicture(this.#outbound, url),
      bytes: mostPictureBytes,
      until: Infinity,
      isUnderWay: true,
    };
    this.#fetched.delete(url);
    this.#fetched.set(url, one);
    this.#makeRoom();
    const end = (bytes: number, forMs: number): void => {
      Object.assign(one, { bytes, until: performance.now() + forMs, isUnderWay: false });
      this.#makeRoom();
    };
    one.picture.then(
      ({ bytes }) => {
        end(bytes.length, keptMs);
      },
      () => {
        end(0, failureKeptMs);
      },
    );
    return one.picture;
  }

  /** Lets go of the oldest beyond 500 pictures or 128 MB. */
  #makeRoom(): void {
    let bytes = [...this.#fetched.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [url, one] of this.#fetched) {
      if (bytes <= mostBytes && this.#fetched.size <= mostKept) return;
      if (one.isUnderWay) continue;
      this.#fetched.delete(url);
      bytes -= one.bytes;
    }
  }
}
