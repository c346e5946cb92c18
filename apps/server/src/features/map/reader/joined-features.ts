import { joinKey, type Column, type LayerFeature, type PropertyValue } from '@groma/geo';
import { EditedLayer } from './edited-layer.ts';
import { joinedColumns } from './joined-columns.ts';
import type { ReadBytes } from './snapshot-part.ts';
import type { LayerJoinState } from './worker-tasks.ts';

interface Joined {
  /** The key in the layer itself. */
  column: string;
  /** What comes, by the names it has there and here. */
  taken: readonly { name: string; theirs: string }[];
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
    const others = new Map(joins.map((each) => [each, new EditedLayer(each.layer, each.log, read)]));
    const brought = joinedColumns(own, joins, (each) => others.get(each)!.overlay.columns);
    const joined: Joined[] = [];
    for (const { join: each, taken } of brought) {
      const { column, otherColumn } = each.join;
      joined.push({ column, taken, rows: await firstRows(others.get(each)!, otherColumn, taken) });
    }
    return new JoinedFeatures(
      brought.flatMap(({ taken }) => taken.map(({ name, type }) => ({ name, type }))),
      joined,
    );
  }

  /** A feature with what other layers add to it. */
  complete(feature: LayerFeature): LayerFeature {
    if (this.#joins.length === 0) return feature;
    const properties = { ...feature.properties };
    for (const { column, taken, rows } of this.#joins) {
      const found = rows.get(joinKey(feature.properties[column] ?? null) ?? '');
      taken.forEach(({ name }, place) => {
        properties[name] = found?.values[place] ?? null;
      });
    }
    return { ...feature, properties };
  }

  /** The values that come for some rows, column by column in the order of `columns`, given their own values. */
  valuesBeside(ownValues: (column: string) => readonly PropertyValue[]): PropertyValue[][] {
    return this.#joins.flatMap(({ column, taken, rows }) => {
      const found = ownValues(column).map((value) => rows.get(joinKey(value) ?? ''));
      return taken.map((_each, place) => found.map((row) => row?.values[place] ?? null));
    });
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
