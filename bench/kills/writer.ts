import type { Client } from '@groma/protocol';
import type { Services } from './services.ts';

/** What writers need of the server and of the person they write for. */
export interface Workplace {
  services: Services;
  client: Client;
  cookie: string;
  projectId: string;
}

/**
 * One kind of writing that goes on while services are killed. What is told to be on disk is remembered and looked for
 * after each kill. Another kind is one more of these in `kills.ts`.
 */
export interface Writer {
  readonly name: string;
  /** Writes until the signal is aborted, through whatever is killed meanwhile; resolves when it has stopped. */
  write(round: number, signal: AbortSignal): Promise<void>;
  /** How much has been acknowledged so far. */
  readonly acknowledged: number;
  /** How many merges a kill has cut short so far, where there are any. */
  readonly interrupted?: number;
  /** Resolves when the next merge begins. */
  whenMerging?(): Promise<void>;
  /** Looks for all that was acknowledged: what is missing, and what is there more than once. */
  check(): Promise<{ missing: string[]; doubled: string[] }>;
}

/** What of a list is not in another, and what is in the other more than once. */
export function compare(wanted: Iterable<string>, found: readonly string[]): { missing: string[]; doubled: string[] } {
  const there = new Set(found);
  const seen = new Set<string>();
  return {
    missing: [...wanted].filter((each) => !there.has(each)),
    doubled: there.size === found.length ? [] : found.filter((each) => seen.size === seen.add(each).size),
  };
}
