import type { ComponentType } from 'react';
import { create } from 'zustand';

/** Something of the bottom bar. The component draws one line of text, at most 26 px high, or nothing. */
export interface StatusItem {
  id: string;
  side: 'start' | 'end';
  order: number;
  Component: ComponentType;
}

const statusStore = create<{ items: readonly StatusItem[] }>(() => ({ items: [] }));

export function registerStatusItem(item: StatusItem): void {
  statusStore.setState(({ items }) => ({
    items: [...items.filter(({ id }) => id !== item.id), item].toSorted((first, second) => first.order - second.order),
  }));
}

export function useStatusItems(side: StatusItem['side']): readonly StatusItem[] {
  const items = statusStore((state) => state.items);
  return items.filter((item) => item.side === side);
}
