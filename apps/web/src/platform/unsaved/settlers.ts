/** What to settle: all that earlier visits left of a place, and what is named, whoever has made it. */
export interface LeftPlace {
  person: string;
  place: string;
  ids?: readonly string[];
}

/**
 * Sends what is left, in its order, and sets aside what is refused.
 * @throws Error where the server cannot be reached.
 */
export type Settle = (left: LeftPlace) => Promise<void>;

const settlers = new Map<string, Settle>();

/** Has what was kept of rooms below a path settled by the feature that knows them; other rooms are live documents. */
export function registerSettler(path: string, settle: Settle): void {
  settlers.set(path, settle);
}

export function settlerOf(place: string): Settle | undefined {
  return [...settlers].find(([path]) => place.startsWith(path))?.[1];
}
