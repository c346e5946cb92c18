import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, isIPv6 } from 'node:net';
import { GromaError } from '@groma/model';
import { Agent, fetch as request } from 'undici';
import { capBody } from './cap-body.ts';
import { addressRanges, isPublicAddress } from './public-address.ts';

/** What bounds one call to another server. */
interface OutboundLimits {
  /** Bytes of an answer; what is longer is cut off with an error. */
  bytes: number;
  /** The same of a stream of events, which nobody keeps whole. */
  streamBytes?: number;
  /** Milliseconds of silence, before the answer begins and between its pieces. */
  silenceMs: number;
  /** Redirects that are followed, each checked again. None where it is not said. */
  redirects?: number;
}

type Lookup = (
  host: string,
  options: LookupOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[] | string, family?: number) => void,
) => void;

/**
 * The one way in which the server fetches from others. A name is resolved once and the address that was checked is the
 * one that is connected to; what is not public is refused unless the settings name it.
 */
export interface Outbound {
  /**
   * A `fetch` within limits. `named` are hosts that whoever runs the server has set for this purpose.
   * @throws GromaError OUTBOUND_REFUSED, what fetch throws.
   */
  fetchWithin(limits: OutboundLimits, named?: readonly string[]): typeof fetch;
  /**
   * Addresses of a host that may be reached, for what is not HTTP.
   * @throws GromaError OUTBOUND_REFUSED, the error of the resolver.
   */
  addressesOf(host: string): Promise<LookupAddress[]>;
  close(): Promise<void>;
}

/** @param allowed hosts, addresses and ranges that may be reached though they are not public */
export function createOutbound(allowed: readonly string[]): Outbound {
  const ranges = addressRanges(allowed);
  const mayReach = (host: string, address: string, named: readonly string[]): boolean =>
    isPublicAddress(address) ||
    named.includes(host) ||
    allowed.includes(host) ||
    ranges.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  const lookupFor =
    (named: readonly string[]): Lookup =>
    (host, options, done) => {
      resolve(host, { ...options, all: true }, (error, found) => {
        if (error) return done(error, []);
        const open = found.filter(({ address }) => mayReach(host, address, named));
        if (open.length === 0) return done(refusalOf(host), []);
        if (options.all) done(null, open);
        else done(null, open[0]!.address, open[0]!.family);
      });
    };
  const agents = new Map<string, Agent>();
  const agentFor = (named: readonly string[], silenceMs: number): Agent => {
    const key = `${silenceMs} ${named.join(' ')}`;
    const agent =
      agents.get(key) ??
      new Agent({
        connect: { lookup: lookupFor(named) as never, timeout: 10_000 },
        headersTimeout: silenceMs,
        bodyTimeout: silenceMs,
      });
    agents.set(key, agent);
    return agent;
  };
  return {
    fetchWithin:
      ({ bytes, streamBytes = bytes, silenceMs, redirects = 0 }, named = []) =>
      async (input, init) => {
        let url = new URL(input instanceof Request ? input.url : input);
        for (let left = redirects; ; left--) {
          refuseLiteral(url, (host) => mayReach(host, host, named));
          const response = (await request(url, {
            ...init,
            dispatcher: agentFor(named, silenceMs),
            redirect: 'manual',
          } as never)) as unknown as Response;
          const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
          if (location === null) {
            const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
            return capBody(response, isStream ? streamBytes : bytes, url.host);
          }
          await response.body?.cancel();
          if (left === 0) throw refusalOf(url.host);
          url = new URL(location, url);
        }
      },
    addressesOf: (host) =>
      new Promise((found, failed) => {
        if (isIP(host) !== 0)
          return mayReach(host, host, []) ? found([{ address: host, family: isIP(host) }]) : failed(refusalOf(host));
        lookupFor([])(host, { all: true }, (error, addresses) => {
          if (error) failed(error);
          else found(addresses as LookupAddress[]);
        });
      }),
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

/** An address in numbers is never resolved, so nobody else would look at it. */
function refuseLiteral({ protocol, hostname, host }: URL, mayReach: (address: string) => boolean): void {
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (!/^https?:$/.test(protocol) || (isIP(bare) !== 0 && !mayReach(bare))) throw refusalOf(host);
}

function refusalOf(host: string): GromaError {
  return new GromaError('OUTBOUND_REFUSED', { host });
}
