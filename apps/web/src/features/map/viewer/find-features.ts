import type { PropertyValue } from '@groma/geo';
import { titleOf } from '../look/feature-text.ts';
import { visibleLayers } from '../session/drawn-layers.ts';
import type { StillMap } from '../session/still-map.ts';

/** A feature that was found, by a name that people know it by. */
export interface FoundFeature {
  layerId: string;
  layer: string;
  fid: number;
  title: string;
  /** The column that has what was sought; empty where that is the title. */
  column: string;
}

const mostFound = 12;
const mostOfLayer = 6;
/** Columns of a layer that are searched. */
const mostColumns = 12;

/**
 * The first features of the layers that are on with a text in one of their columns. @throws Error where a layer cannot
 * be read.
 */
export async function findFeatures(map: StillMap, text: string): Promise<FoundFeature[]> {
  const ids = visibleLayers(map.state).filter((id) => map.state.data[id]);
  const found = await Promise.all(ids.map((id) => findInLayer(map, id, text)));
  return found.flat().slice(0, mostFound);
}

async function findInLayer(map: StillMap, layerId: string, text: string): Promise<FoundFeature[]> {
  await map.readWhole(layerId);
  const columns = (map.state.loaded[layerId]?.columns ?? []).filter(({ type }) => type === 'text');
  const names = (map.state.loaded[layerId]?.columns ?? []).map(({ name }) => name);
  const found = new Map<number, FoundFeature>();
  for (const { name: column } of columns.slice(0, mostColumns)) {
    if (found.size >= mostOfLayer) break;
    // oxlint-disable-next-line no-await-in-loop -- the worker answers one after the other, and the first columns often do
    const { rows } = await map.ask(layerId, 'window', {
      sort: [],
      filter: [{ columnId: column, operator: 'contains', value: text }],
      start: 0,
      end: mostOfLayer,
    });
    for (const row of rows) {
      const fid = row[names.length] as number;
      if (found.has(fid) || found.size >= mostOfLayer) continue;
      const properties = names.map((name, index) => [name, row[index] as PropertyValue] as const);
      const own = String(row[names.indexOf(column)]);
      const title = titleOf(properties) ?? own;
      const layer = map.state.hierarchy[layerId]?.text ?? '';
      found.set(fid, { layerId, layer, fid, title, column: title === own ? '' : `${column}: ${own}` });
    }
  }
  return [...found.values()];
}
