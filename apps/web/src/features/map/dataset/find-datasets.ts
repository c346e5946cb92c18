import type { Dataset, DatasetTag } from '@groma/model';

export const datasetOrders = ['name', 'scale', 'newest'] as const;
export type DatasetOrder = (typeof datasetOrders)[number];

export interface DatasetWish {
  query: string;
  tag: DatasetTag | null;
  order: DatasetOrder;
}

/** The data sets that have a tag and all words of a query, in an order (SAT-009). */
export function findDatasets(all: readonly Dataset[], { query, tag, order }: DatasetWish): Dataset[] {
  const words = folded(query).split(/\s+/).filter(Boolean);
  const found = all.filter((dataset) => {
    if (tag !== null && !dataset.tags.includes(tag)) return false;
    const text = folded(textOf(dataset));
    return words.every((word) => text.includes(word));
  });
  return order === 'name' ? found : found.toSorted((first, second) => compare(first, second, order));
}

/** Metres of a pixel; of what has none, as much as can be. */
function scaleOf({ scale, coarseScale }: Dataset): number {
  return scale ?? coarseScale ?? Infinity;
}

function textOf({ id, name, provider, description, tags, bands }: Dataset): string {
  return [id, name, provider, description, ...tags, ...bands.flatMap((band) => [band.name, band.title ?? ''])].join(
    ' ',
  );
}

/** What goes on is the newest; of equals the order by name stays. */
function compare(first: Dataset, second: Dataset, order: DatasetOrder): number {
  if (order === 'scale') {
    const [one, other] = [scaleOf(first), scaleOf(second)];
    return one === other ? 0 : one - other;
  }
  const end = ({ dates }: Dataset): string => dates.to ?? '9999';
  return end(second).localeCompare(end(first)) || second.dates.from.localeCompare(first.dates.from);
}

function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
