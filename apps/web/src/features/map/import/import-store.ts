import { importItems, type ImportItem } from '../maps/import-items.ts';
import { keepKeyboard } from './keep-keyboard.ts';

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
  return importItems.getState().items.find((item) => item.id === id)?.mapId;
}

/** With a row its buttons come and go, and that of an empty map goes when the first comes. */
function setItems(mapId: string, next: (items: readonly ImportItem[]) => readonly ImportItem[]): void {
  const giveBack = keepKeyboard(mapId);
  importItems.setState(({ items }) => ({ items: next(items) }));
  giveBack();
}
