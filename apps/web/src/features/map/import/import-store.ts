import { create } from 'zustand';
import { keepKeyboard } from './keep-keyboard.ts';

/** A file on its way to becoming layers of a map: a row of the tree until they are there. */
export interface ImportItem {
  id: string;
  mapId: string;
  projectId: string;
  name: string;
  path: string;
  /** `temp` for files of the person's computer: nothing of an import that is refused stays among the files of the project (FIL-076). */
  folder: 'data' | 'temp';
  state: 'uploading' | 'importing' | 'failed';
  /** 0 to 100; null where it is not known. */
  percent: number | null;
  failure: string | null;
  /** A raster: its tiles are read from the file itself. */
  isRaster: boolean;
}

export const importStore = create<{ items: readonly ImportItem[] }>(() => ({ items: [] }));

export function addImport(item: ImportItem): void {
  setItems(item.mapId, (items) => [...items, item]);
}

export function changeImport(id: string, change: Partial<ImportItem>): void {
  const mapId = mapOf(id);
  if (mapId !== undefined)
    setItems(mapId, (items) => items.map((item) => (item.id === id ? { ...item, ...change } : item)));
}

export function removeImport(id: string): void {
  const mapId = mapOf(id);
  if (mapId !== undefined) setItems(mapId, (items) => items.filter((item) => item.id !== id));
}

function mapOf(id: string): string | undefined {
  return importStore.getState().items.find((item) => item.id === id)?.mapId;
}

/** With a row its buttons come and go, and that of an empty map goes when the first comes. */
function setItems(mapId: string, next: (items: readonly ImportItem[]) => readonly ImportItem[]): void {
  const giveBack = keepKeyboard(mapId);
  importStore.setState(({ items }) => ({ items: next(items) }));
  giveBack();
}
