import { joinKey, type Column, type LayerFeature, type PropertyValue } from '@groma/geo';
import { joinedName } from '@groma/model';
import { EditedLayer } from './edited-layer.ts';
import type { ReadBytes } from './snapshot-part.ts';
import type { LayerJoinState } from './worker-tasks.ts';

interface Joined {
  /** The key in the layer itself. */
  column: string;
  /** What comes, by the names it has there and here. */
  taken: { name: string; theirs: string }[];
  /** The values of the first feature of each key, by id, in the order of `taken`. */
  rows: Map<string, { fid: number; values: PropertyValue[] }>;
}

/** What other layers add to the features of a layer (MAP-165, MAP-166): all of it is read first. */
export class JoinedFeatures {
  /** The columns that come, behind those of the layer. */
  readonly columns: readonly Column[];
  readonly #joins: readonly Joined[];

  private constructor(columns: readonly Column[], joins: readonly Joined[]) {
    this.columns = columns;
    this.#joins = joins;
  }

  /** Reads the layers that are joined to one with some columns; joins whose columns are gone bring nothing. */
  static async read(
    own: readonly Column[],
    joins: readonly LayerJoinState[],
    read: ReadBytes,
  ): Promise<JoinedFeatures> {
    const columns: Column[] = [];
    const joined: Joined[] = [];
    const taken = new Set(own.map(({ name }) => name));
    for (const { join, layer, log } of joins) {
      const other = new EditedLayer(layer, log, read);
      const columnOf = (name: string) => other.overlay.columns.find((column) => column.name === name);
      if (!own.some(({ name }) => name === join.column) || !columnOf(join.otherColumn)) continue;
      const found = join.columns.flatMap((theirs) => {
        const [name, column] = [joinedName(join, theirs), columnOf(theirs)];
        return column && !taken.has(name) ? [{ name, theirs, type: column.type }] : [];
      });
      for (const { name, type } of found) {
        taken.add(name);
        columns.push({ name, type });
      }
      joined.push({ column: join.column, taken: found, rows: await firstRows(other, join.otherColumn, found) });
    }
    return new JoinedFeatures(columns, joined);
  }

  /** A feature with what other layers add to it. */
  complete(feature: LayerFeature): LayerFeature {
    if (this.#joins.length === 0) return feature;
    const properties = { ...feature.properties };
    for (const { column, taken, rows } of this.#joins) {
      const key = joinKey(feature.properties[column] ?? null);
      const found = key === null ? undefined : rows.get(key);
      taken.forEach(({ name }, place) => {
        properties[name] = found?.values[place] ?? null;
      });
    }
    return { ...feature, properties };
  }
}

async function firstRows(other: EditedLayer, key: string, taken: Joined['taken']): Promise<Joined['rows']> {
  const rows: Joined['rows'] = new Map();
  for await (const { fid, properties } of other.allFeatures(false)) {
    const text = joinKey(properties[key] ?? null);
    if (text === null) continue;
    const known = rows.get(text);
    if (known && known.fid < fid) continue;
    rows.set(text, { fid, values: taken.map(({ theirs }) => properties[theirs] ?? null) });
  }
  return rows;
}
