/** A map, by ids that its calls take. */
interface Place {
  projectId: string;
  mapId: string;
}

/** What maps know of how somebody looks at them; `main` hands it in. */
export interface SampleViews {
  /** What the address of a published map says of what its reader has done, as JSON; null for nothing. */
  read(place: Place, hash: string): Promise<object | null>;
  /** Has a map show that. */
  keep(place: Place, view: object): Promise<void>;
}

let views: SampleViews | undefined;

export function setViews(given: SampleViews): void {
  views = given;
}

/** @throws Error where the pages were not registered. */
export function sampleViews(): SampleViews {
  if (!views) throw new Error('The sample is registered with what maps know of views.');
  return views;
}

const key = 'groma.sample-view';

/** Keeps it in this tab until whoever looks has an account. Where that is refused, the sample opens as it was made. */
export function storeView(view: object | null): void {
  try {
    if (view === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(view));
  } catch {
    // What is kept here is comfort, never work.
  }
}

/** What is kept; null where there is nothing. */
export function storedView(): object | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof found === 'object' ? found : null;
  } catch {
    return null;
  }
}
