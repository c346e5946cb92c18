import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { findVersion } from '../../../platform/outbound/address-source.ts';
import type { AddressVersion } from '../../../platform/outbound/address-version.ts';
import { SharedWork } from '../../../platform/jobs/shared-work.ts';

/** How long an address is taken to have the version that it had. */
const usualMs = 60_000;
const mostKnown = 1_024;

/** Which version of a file each address has: asked for once for all who ask meanwhile, and anew after a while. */
export class KnownAddresses {
  readonly #outbound: Outbound;
  readonly #keptMs: number;
  readonly #known = new Map<string, { finding: SharedWork<AddressVersion>; since: number }>();

  constructor(outbound: Outbound, keptMs = usualMs) {
    this.#outbound = outbound;
    this.#keptMs = keptMs;
  }

  /** @throws RasterError DAMAGED; GromaError OUTBOUND_REFUSED; the reason of `signal` */
  find(address: string, signal: AbortSignal): Promise<AddressVersion> {
    const known = this.#known.get(address);
    if (known && !known.finding.isGivenUp && performance.now() - known.since < this.#keptMs)
      return known.finding.wait(signal);
    const finding = new SharedWork((abort) => findVersion(address, this.#outbound, abort));
    this.#known.delete(address);
    this.#known.set(address, { finding, since: performance.now() });
    finding.result.catch(() => {
      if (this.#known.get(address)?.finding === finding) this.#known.delete(address);
    });
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostKnown && oldest !== undefined) this.#known.delete(oldest);
    return finding.wait(signal);
  }

  /** The version turned out to be an old one. One that was found since is kept. */
  async forget(address: string, version: AddressVersion): Promise<void> {
    const known = this.#known.get(address);
    const found = await known?.finding.result.catch(() => undefined);
    if (found === version && this.#known.get(address) === known) this.#known.delete(address);
  }
}
