import type { Column } from '@groma/geo';
import { readStored, writeStored } from '../../../platform/stored.ts';
import { useState } from 'react';

/**
 * Which columns of a table a person does not want to see, and the order they want: theirs alone, kept in this browser.
 */
export interface ColumnChoice {
  hidden: readonly string[];
  order: readonly string[];
}

const keyOf = (layerId: string) => `groma.columns.${layerId}`;
const names = (found: unknown): string[] =>
  Array.isArray(found) ? found.filter((name) => typeof name === 'string') : [];

function readChoice(layerId: string): ColumnChoice {
  const found = readStored(keyOf(layerId)) as Partial<Record<keyof ColumnChoice, unknown>> | undefined;
  return { hidden: names(found?.hidden), order: names(found?.order) };
}

/** The columns in the order of a choice; those it does not know stand at the end, as they come. */
export function orderedColumns<Each extends Column>(columns: readonly Each[], { order }: ColumnChoice): Each[] {
  const place = new Map(order.map((name, index) => [name, index]));
  return columns.toSorted(
    (one, other) =>
      (place.get(one.name) ?? Infinity) - (place.get(other.name) ?? Infinity) ||
      columns.indexOf(one) - columns.indexOf(other),
  );
}

/** A choice with one column moved by some places among those there are. */
export function withMoved(columns: readonly Column[], choice: ColumnChoice, name: string, by: number): ColumnChoice {
  const order = orderedColumns(columns, choice).map((column) => column.name);
  const from = order.indexOf(name);
  const to = Math.min(order.length - 1, Math.max(0, from + by));
  order.splice(to, 0, ...order.splice(from, 1));
  return { ...choice, order };
}

export function useColumnChoice(layerId: string) {
  const [choice, setChoice] = useState(() => readChoice(layerId));
  const change = (next: ColumnChoice) => {
    setChoice(next);
    writeStored(keyOf(layerId), next);
  };
  return { choice, change };
}
