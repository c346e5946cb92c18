import { createStore } from 'zustand/vanilla';
import { errorText } from '../../../platform/api.ts';
import { readWindow, type FileOrder, type FolderPage } from '../entry/file-calls.ts';
import { folderOf } from '../entry/file-path.ts';
import { pageSize, pagesOf, placeOf, withPages, type FolderWindow } from './folder-window.ts';

export interface FolderState {
  windows: ReadonlyMap<string, FolderWindow>;
  failures: ReadonlyMap<string, string>;
  reading: ReadonlySet<string>;
  order: FileOrder;
}

/**
 * Readings of one folder until its pages agree; a folder that changes faster than that is shown as it was read last.
 */
const mostReadings = 3;

/**
 * What of the folders of one project has been read, and the reading of more. It outlives the drawer, so that a closed
 * one opens as it was.
 */
export class FolderStore {
  readonly state = createStore<FolderState>(() => ({
    windows: new Map(),
    failures: new Map(),
    reading: new Set(),
    order: { sort: 'name', descending: false },
  }));
  readonly #projectId: string;
  readonly #filter: string;
  /** Entries of each folder that are looked at. */
  readonly #looked = new Map<string, { first: number; last: number }>();
  readonly #waiting = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();
  #keeps: (path: string) => readonly string[] = () => [];
  /** Another order makes what is on its way useless. */
  #generation = 0;

  /** `filter` keeps entries whose name contains it. */
  constructor(projectId: string, filter = '') {
    this.#projectId = projectId;
    this.#filter = filter;
  }

  /** Says which open folders lie directly in a folder: the pages that hold them are always kept. */
  setKept(keeps: (path: string) => readonly string[]): void {
    this.#keeps = keeps;
  }

  setOrder(order: FileOrder): void {
    this.#generation += 1;
    this.#waiting.clear();
    this.state.setState({ order, windows: new Map(), failures: new Map(), reading: new Set() });
  }

  /** Reads what is missing of some entries; nothing happens for what is there or on its way. */
  look(path: string, first: number, last: number): void {
    this.#looked.set(path, { first, last });
    if (this.#missing(path).length > 0 && !this.state.getState().failures.has(path)) void this.#read(path);
  }

  /** Reads a folder anew, as far as it is looked at. What was read of it stays until then. */
  refresh(path: string): Promise<void> {
    if (this.#waiting.has(path)) {
      this.#again.add(path);
      return this.#waiting.get(path) ?? Promise.resolve();
    }
    return this.#read(path, true);
  }

  /** All entries from `first` to `last`, read where they are missing. */
  async readAll(path: string, first: number, last: number): Promise<void> {
    const generation = this.#generation;
    for (const page of pagesOf(first, last, this.state.getState().windows.get(path)?.total)) {
      if (this.state.getState().windows.get(path)?.pages.has(page)) continue;
      const read = await this.#page(path, page);
      if (generation !== this.#generation) return;
      this.#keep(path, [read]);
    }
  }

  #missing(path: string): number[] {
    const window = this.state.getState().windows.get(path);
    const { first, last } = this.#looked.get(path) ?? { first: 0, last: pageSize - 1 };
    if (!window) return pagesOf(first, last);
    return pagesOf(first, last, window.total).filter(
      (page) => !window.pages.has(page) && page * pageSize < window.total,
    );
  }

  /** Pages that are looked at, and those that hold open folders. */
  #wanted(path: string): number[] {
    const window = this.state.getState().windows.get(path);
    const { first, last } = this.#looked.get(path) ?? { first: 0, last: pageSize - 1 };
    const held = window
      ? this.#keeps(path)
          .map((child) => placeOf(window, child))
          .filter((place) => place >= 0)
          .map((place) => Math.floor(place / pageSize))
      : [];
    return [...new Set([...pagesOf(first, last), ...held])];
  }

  #read(path: string, anew = false): Promise<void> {
    const running = this.#waiting.get(path);
    if (running) return running;
    const generation = this.#generation;
    const { reading } = this.state.getState();
    this.state.setState({ reading: new Set(reading).add(path) });
    const reader = this.#readUntilWhole(path, anew, generation).finally(() => {
      if (generation !== this.#generation) return;
      this.#waiting.delete(path);
      this.state.setState((state) => ({ reading: new Set([...state.reading].filter((other) => other !== path)) }));
      const isAsked = this.#again.delete(path);
      const hasFailed = this.state.getState().failures.has(path);
      if (isAsked) void this.#read(path, true);
      else if (!hasFailed && this.#missing(path).length > 0 && this.state.getState().windows.has(path))
        void this.#read(path);
    });
    this.#waiting.set(path, reader);
    return reader;
  }

  async #readUntilWhole(path: string, anew: boolean, generation: number): Promise<void> {
    let isAnew = anew;
    try {
      for (let reading = 0; reading < mostReadings; reading += 1) {
        const pages = isAnew ? this.#wanted(path) : this.#missing(path);
        if (pages.length === 0) return;
        const read = await Promise.all(pages.map((page) => this.#page(path, page)));
        if (generation !== this.#generation) return;
        const versions = new Set(read.map(({ version }) => version));
        const present = this.state.getState().windows.get(path);
        const isOther = !isAnew && present !== undefined && !versions.has(present.version);
        if ((versions.size === 1 && !isOther) || reading === mostReadings - 1) return this.#keep(path, read, isAnew);
        isAnew = true;
      }
    } catch (error) {
      if (generation !== this.#generation) return;
      this.state.setState(({ failures }) => ({ failures: new Map(failures).set(path, errorText(error)) }));
    }
  }

  /** `anew`: pages that were not read again are dropped, since sizes and dates in them may be old. */
  #keep(path: string, read: readonly FolderPage[], anew = false): void {
    this.state.setState(({ windows, failures }) => ({
      windows: new Map(windows).set(path, withPages(anew ? undefined : windows.get(path), read)),
      failures: withoutChildren(without(failures, path), path),
    }));
  }

  async #page(path: string, page: number): Promise<FolderPage> {
    return readWindow(this.#projectId, path, {
      offset: page * pageSize,
      limit: pageSize,
      filter: this.#filter,
      ...this.state.getState().order,
    });
  }
}

function without<Value>(map: ReadonlyMap<string, Value>, key: string): ReadonlyMap<string, Value> {
  if (!map.has(key)) return map;
  const next = new Map(map);
  next.delete(key);
  return next;
}

/** What is inside a folder that was read anew may be there again: it is asked for again. */
function withoutChildren(failures: ReadonlyMap<string, string>, folder: string): ReadonlyMap<string, string> {
  return failures.size === 0 ? failures : new Map([...failures].filter(([path]) => folderOf(path) !== folder));
}

const stores = new Map<string, FolderStore>();

/** The folders of a project; the same store each time. */
export function folderStoreOf(projectId: string): FolderStore {
  const known = stores.get(projectId);
  if (known) return known;
  const store = new FolderStore(projectId);
  stores.set(projectId, store);
  return store;
}
