/** Sends what earlier visits left of a place, in its order, and sets aside what is refused. */
export type Settle = (place: { person: string; projectId: string; place: string }) => Promise<void>;

const settlers = new Map<string, Settle>();

/** Has what was kept of rooms below a path settled by the feature that knows them; other rooms are live documents. */
export function registerSettler(path: string, settle: Settle): void {
  settlers.set(path, settle);
}

export function settlerOf(place: string): Settle | undefined {
  return [...settlers].find(([path]) => place.startsWith(path))?.[1];
}
