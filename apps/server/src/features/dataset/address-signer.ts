import { GromaError } from '@groma/model';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { isObject, textOf } from './stac/json.ts';

const limits = { bytes: 64 * 1024, silenceMs: 10_000, redirects: 1 };
const longestMs = 15_000;
/** A signature is renewed before it ends, so that what begins to be read can be read to its end. */
const spareMs = 2 * 60_000;
/** How long one is used that says no end. */
const usualMs = 10 * 60_000;
const mostKept = 2_000;
const mark = '#sign=';

/**
 * The address of a file with what signs it behind a `#`, of which no server is told: so it stands in layers, and works
 * in copies of their project, too.
 */
export function markForSigning(address: string, signer: string): string {
  return `${address.replace(/#.*$/s, '')}${mark}${encodeURIComponent(signer)}`;
}

/** An address without its mark, and what signs it. */
function readMark(marked: string): { address: string; signer: URL | null } {
  const at = marked.indexOf(mark);
  if (at < 0) return { address: marked, signer: null };
  const address = marked.slice(0, at);
  try {
    const signer = URL.parse(decodeURIComponent(marked.slice(at + mark.length)));
    return { address, signer: signer && /^https?:$/.test(signer.protocol) ? signer : null };
  } catch {
    return { address, signer: null };
  }
}

interface Signed {
  address: Promise<string>;
  until: number;
}

/**
 * Has addresses of files signed where their source asks for it (the Planetary Computer does). Signatures are kept in
 * memory until shortly before they end, and are stored nowhere.
 */
export class AddressSigner {
  readonly #outbound: Outbound;
  readonly #signed = new Map<string, Signed>();

  constructor(outbound: Outbound) {
    this.#outbound = outbound;
  }

  /**
   * The address at which a file can be read now.
   * @throws GromaError STAC_UNREACHABLE where nothing signs it; OUTBOUND_REFUSED
   */
  async sign(marked: string): Promise<string> {
    const { address, signer } = readMark(marked);
    if (signer === null) return address;
    const known = this.#signed.get(marked);
    if (known && known.until > Date.now()) return known.address;
    const one: Signed = { until: Infinity, address: Promise.resolve('') };
    one.address = this.#ask(signer, address).then(
      (signed) => {
        one.until = signed.until;
        return signed.address;
      },
      (error: unknown) => {
        if (this.#signed.get(marked) === one) this.#signed.delete(marked);
        throw error;
      },
    );
    this.#signed.delete(marked);
    this.#signed.set(marked, one);
    const [oldest] = this.#signed.keys();
    if (this.#signed.size > mostKept && oldest !== undefined) this.#signed.delete(oldest);
    return one.address;
  }

  /** A signature was refused: the next call asks for another. False for an address that nothing signs. */
  forget(marked: string): boolean {
    return this.#signed.delete(marked);
  }

  async #ask(signer: URL, address: string): Promise<{ address: string; until: number }> {
    const name = signer.host;
    const url = new URL(signer);
    url.searchParams.set('href', address);
    const answer: unknown = await this.#outbound
      .fetchWithin(limits)(url, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(longestMs) })
      .then(async (response) => (response.ok ? ((await response.json()) as unknown) : null))
      .catch((error: unknown) => {
        const cause = error instanceof Error ? (error.cause ?? error) : error;
        if (cause instanceof GromaError) throw cause;
        return null;
      });
    const signed = isObject(answer) ? textOf(answer['href'], 8_000) : null;
    // A service signs what it is given, and leads nowhere else.
    if (!isObject(answer) || signed === null || placeOf(signed) !== placeOf(address))
      throw new GromaError('STAC_UNREACHABLE', { name, detail: 'it doesn’t sign the addresses of its files.' });
    const end = Date.parse(textOf(answer['msft:expiry']) ?? '');
    return { address: signed, until: Number.isNaN(end) ? Date.now() + usualMs : end - spareMs };
  }
}

function placeOf(address: string): string | null {
  const url = URL.parse(address);
  return url && `${url.origin}${url.pathname}`;
}
