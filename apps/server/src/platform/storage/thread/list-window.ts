import { fstatSync } from 'node:fs';
import type { FoundEntry, FoundWindow, ListWindow } from './storage-task.ts';
import { lookAt, readEntries, type NamedEntry } from './entry.ts';
import { findParts } from './parts-of.ts';

interface Listing {
  key: string;
  madeAt: number;
  entries: (NamedEntry & { found?: FoundEntry | undefined; parts?: readonly string[] | undefined })[];
}

/** Listings that were asked for last: whoever scrolls through a folder asks for many windows of the same one. */
const listings: Listing[] = [];
const mostListings = 6;
/** Sizes and times change without a trace in the folder, so an order by them is made again after a while. */
const orderMs = 3_000;
const collator = new Intl.Collator('en', { numeric: true });

/** A window of the folder that `fd` holds open. Entries that went meanwhile are left out of it. */
export function listWindow(fd: number, window: ListWindow): FoundWindow {
  const { mtimeNs, ino, dev } = fstatSync(fd, { bigint: true });
  const version = `${ino.toString(36)}-${mtimeNs.toString(36)}`;
  const key = [dev, version, window.sort, window.descending, window.filter, window.isGrouped].join('\n');
  const { entries } = kept(key, window) ?? keep(key, fd, window);
  const shown = entries.slice(window.offset, window.offset + window.limit).map(({ real, name, parts }) => {
    const found = lookAt(fd, real, name);
    return found && parts ? { ...found, parts } : found;
  });
  return { entries: shown.filter((entry) => entry !== undefined), total: entries.length, version };
}

function kept(key: string, { sort }: ListWindow): Listing | undefined {
  return listings.find((each) => each.key === key && (sort === 'name' || performance.now() - each.madeAt < orderMs));
}

function keep(key: string, fd: number, window: ListWindow): Listing {
  const listing = { key, madeAt: performance.now(), entries: ordered(fd, window) };
  const before = listings.findIndex((each) => each.key === key);
  if (before >= 0) listings.splice(before, 1);
  listings.unshift(listing);
  listings.splice(mostListings);
  return listing;
}

function ordered(fd: number, { sort, descending, filter, isGrouped }: ListWindow): Listing['entries'] {
  const wanted = filter.normalize('NFC').toLowerCase();
  const fits = (name: string): boolean => wanted === '' || name.toLowerCase().includes(wanted);
  const all = readEntries(fd);
  const parts = isGrouped ? findParts(all) : null;
  const entries = all
    .filter(({ name }) => !parts?.all.has(name))
    .map((entry): Listing['entries'][number] => ({ ...entry, parts: parts?.of.get(entry.name) }))
    .filter((entry) => fits(entry.name) || entry.parts?.some(fits));
  if (sort !== 'name') for (const entry of entries) entry.found = lookAt(fd, entry.real, entry.name);
  const sign = descending ? -1 : 1;
  const value = ({ found }: Listing['entries'][number]) =>
    (sort === 'size' ? (found?.isDir ? 0 : found?.bytes) : found?.modifiedMs) ?? 0;
  return entries.sort(
    (a, b) =>
      Number(b.isDir) - Number(a.isDir) ||
      (sort === 'name' ? 0 : sign * (value(a) - value(b))) ||
      sign * collator.compare(a.name, b.name),
  );
}
