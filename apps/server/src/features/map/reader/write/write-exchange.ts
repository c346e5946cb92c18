import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  dimensionsOf,
  formatWkb,
  geometryKind,
  type Column,
  type GeometryKind,
  type LayerFeature,
  type PropertyValue,
} from '@groma/geo';
import { GromaError } from '@groma/model';
import { EXCHANGE } from '../../import/exchange-names.ts';
import type { FeatureWriter } from './feature-writer.ts';

/** Rows written in one transaction. */
const batchRows = 20_000;
/** SQLite holds no more in a table, less id and geometry. */
const mostColumns = 1_998;

const head = `
PRAGMA application_id = 1196444487; PRAGMA user_version = 10300; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL, organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
INSERT INTO gpkg_spatial_ref_sys VALUES ('Undefined', -1, 'NONE', -1, 'undefined', ''), ('Undefined', 0, 'NONE', 0, 'undefined', ''),
  ('WGS 84', 4326, 'EPSG', 4326, 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]', '');
CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT, description TEXT, last_change DATETIME, min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER);
CREATE TABLE gpkg_geometry_columns (table_name TEXT PRIMARY KEY, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL, srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL);`;

/** GeoPackage knows no time of day, nor a date-time without a zone: GDAL reads one without a Z as such all the same. */
const SQL_TYPES: Record<Column['type'], string> = {
  integer: 'INTEGER',
  int64: 'INTEGER',
  number: 'DOUBLE',
  text: 'TEXT',
  json: 'TEXT',
  boolean: 'BOOLEAN',
  date: 'DATE',
  time: 'TEXT',
  datetime: 'DATETIME',
  datetimetz: 'DATETIME',
};

/** Tables of an exchange file: the whole layer in one, or each kind of geometry in its own. */
export type ExchangeTable = {
  table: string;
  kinds: GeometryKind[];
  hasMulti: boolean;
  hasHeight: boolean;
  hasMeasure: boolean;
  withoutPlace: number;
};

/**
 * A GeoPackage with the features as they are, in degrees, for GDAL to write other formats from: types, texts and
 * doubles reach it whole.
 */
export class ExchangeWriter implements FeatureWriter {
  readonly tables = new Map<string, ExchangeTable>();
  /** Columns by the names they have in the file: SQLite does not tell capitals apart. */
  readonly names: readonly string[];
  readonly #database: DatabaseSync;
  readonly #columns: readonly Column[];
  readonly #splits: boolean;
  readonly #asText: ReadonlySet<string>;
  readonly #inserts = new Map<string, StatementSync>();
  readonly #textsAtFirst: number;
  #rows = 0;

  /** Columns in `asText` become text; it may grow until the writing is finished. */
  constructor({
    path,
    columns,
    splitsKinds,
    asText,
  }: {
    path: string;
    columns: readonly Column[];
    splitsKinds: boolean;
    asText: ReadonlySet<string>;
  }) {
    if (columns.length > mostColumns)
      throw new GromaError('EXPORT_FAILED', {
        detail: `This format holds ${mostColumns} columns, the layer has ${columns.length}. GeoJSON, GeoParquet and CSV in longitude and latitude hold them all.`,
      });
    this.#columns = columns;
    this.#splits = splitsKinds;
    this.#asText = asText;
    this.#textsAtFirst = asText.size;
    this.names = distinctNames(columns);
    this.#database = new DatabaseSync(path);
    this.#database.exec(head);
    this.#database.exec('BEGIN');
    if (!splitsKinds) this.#tableOf(null);
  }

  add({ geometry, properties }: LayerFeature): void {
    const kind = geometryKind(geometry);
    const table = this.#tableOf(this.#splits ? kind : null);
    if (geometry) {
      if (!table.kinds.includes(kind)) table.kinds.push(kind);
      table.hasMulti ||= geometry.type.startsWith('Multi');
      const { hasHeight, hasMeasure } = dimensionsOf(geometry);
      table.hasHeight ||= hasHeight;
      table.hasMeasure ||= hasMeasure;
    } else table.withoutPlace++;
    // SQLite would write a double as text with 15 digits, and knows no NaN.
    const cells = this.#columns.map(({ name, type }) =>
      type === 'number' && this.#asText.has(name)
        ? textOf(properties[name] ?? null)
        : cellOf(properties[name] ?? null, type),
    );
    this.#inserts.get(table.table)!.run(geometry ? blobOf(formatWkb(geometry)) : null, ...cells);
    if (++this.#rows % batchRows === 0) this.#database.exec('COMMIT; BEGIN');
  }

  finish(): void {
    // Columns that turned out to need it while they were written.
    if (this.#asText.size > this.#textsAtFirst) for (const name of this.tables.keys()) this.#declareAnew(name);
    this.#database.exec('COMMIT');
  }

  #declareAnew(name: string): void {
    const before = quoted(`${name} before`);
    this.#inserts.delete(name);
    this.#database.exec(
      `ALTER TABLE ${quoted(name)} RENAME TO ${before}; ${this.#createTable(name)}; INSERT INTO ${quoted(name)} SELECT * FROM ${before}; DROP TABLE ${before};`,
    );
  }

  #createTable(name: string): string {
    const declared = this.#columns
      .map(
        (column, index) =>
          `, ${quoted(this.names[index]!)} ${this.#asText.has(column.name) ? 'TEXT' : SQL_TYPES[column.type]}`,
      )
      .join('');
    return `CREATE TABLE ${quoted(name)} (${EXCHANGE.id} INTEGER PRIMARY KEY, ${EXCHANGE.geometry} GEOMETRY${declared})`;
  }

  close(): void {
    this.#database.close();
  }

  #tableOf(kind: GeometryKind | null): ExchangeTable {
    const name = kind === null ? EXCHANGE.table : kind;
    const known = this.tables.get(name);
    if (known) return known;
    const table: ExchangeTable = {
      table: name,
      kinds: [],
      hasMulti: false,
      hasHeight: false,
      hasMeasure: false,
      withoutPlace: 0,
    };
    this.tables.set(name, table);
    this.#database.exec(`${this.#createTable(name)};
      INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) VALUES ('${name}', 'features', '${name}', 4326);
      INSERT INTO gpkg_geometry_columns VALUES ('${name}', '${EXCHANGE.geometry}', 'GEOMETRY', 4326, 2, 2);`);
    const places = this.#columns.map(() => ', ?').join('');
    const listed = this.names.map((each) => `, ${quoted(each)}`).join('');
    this.#inserts.set(
      name,
      this.#database.prepare(`INSERT INTO ${quoted(name)} (${EXCHANGE.geometry}${listed}) VALUES (?${places})`),
    );
    return table;
  }
}

function distinctNames(columns: readonly Column[]): string[] {
  const taken = new Set<string>([EXCHANGE.id, EXCHANGE.geometry]);
  return columns.map(({ name }) => {
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}_${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** The header of GeoPackage (OGC 12-128r18, 2.1.3): little-endian, no box. */
function blobOf(wkb: Uint8Array): Uint8Array {
  const blob = new Uint8Array(wkb.length + 8);
  blob.set([0x47, 0x50, 0, 1, 0xe6, 0x10, 0, 0]);
  blob.set(wkb, 8);
  return blob;
}

function cellOf(value: PropertyValue, type: Column['type']): string | number | bigint | null {
  if (value === null) return null;
  if (type === 'boolean') return value === true ? 1 : 0;
  if (type === 'integer' || type === 'int64') return BigInt(value as number | string);
  return typeof value === 'object' ? JSON.stringify(value) : typeof value === 'boolean' ? String(value) : value;
}

function textOf(value: PropertyValue): string | null {
  return value === null ? null : String(value);
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
