import { emptyBbox, extendBbox, formatWkb, forEachPosition, isEmptyBbox, type Column, type PropertyValue } from '@groma/geo';
import type { DecodedArray, SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { FeatureWriter, WriterRequest } from './feature-writer.ts';
import { freeName } from './write-csv.ts';

/** Rows of one row group: what a reader holds at once. */
const groupRows = 50_000;

/** GeoParquet 1.1: geometries as WKB, columns with their types (lists and objects as JSON text), SNAPPY. */
export function writeGeoParquet({ path, columns, crs }: WriterRequest): FeatureWriter {
  const geometryName = freeName('geometry', new Set(columns.map(({ name }) => name)));
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length + 1 }, ...columns.map(schemaOf), { name: geometryName, type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
  ];
  const writer = new ParquetWriter({ writer: fileWriter(path), schema, codec: 'SNAPPY', createdBy: 'groma' });
  const bbox = emptyBbox();
  const types = new Set<string>();
  let rows: PropertyValue[][] = columns.map(() => []);
  let geometries: (Uint8Array | null)[] = [];
  const writeGroup = () => {
    const data = columns.map(({ name, type }, index) => ({ name, data: encoded(rows[index]!, type) as DecodedArray }));
    void writer.write({ columnData: [...data, { name: geometryName, data: geometries, statistics: false }], rowGroupSize: groupRows });
    rows = columns.map(() => []);
    geometries = [];
  };
  return {
    add({ geometry, properties }) {
      columns.forEach(({ name }, index) => rows[index]!.push(properties[name] ?? null));
      geometries.push(geometry && formatWkb(geometry));
      if (geometry) {
        let hasHeight = false;
        forEachPosition(geometry, (position) => {
          extendBbox(bbox, position[0]!, position[1]!);
          hasHeight ||= position.length > 2;
        });
        types.add(hasHeight ? `${geometry.type} Z` : geometry.type);
      }
      if (geometries.length >= groupRows) writeGroup();
    },
    finish() {
      if (geometries.length > 0 || writer.row_groups.length === 0) writeGroup();
      const about = { encoding: 'WKB', geometry_types: [...types].sort(), ...(!isEmptyBbox(bbox) && { bbox }), ...(crs !== null && { crs: crs.projJson }) };
      writer.kvMetadata = [{ key: 'geo', value: JSON.stringify({ version: '1.1.0', primary_column: geometryName, columns: { [geometryName]: about } }) }];
      void writer.finish();
    },
    close: () => undefined,
  };
}

function schemaOf({ name, type }: Column): SchemaElement {
  const optional = { name, repetition_type: 'OPTIONAL' } as const;
  switch (type) {
    case 'integer': return { ...optional, type: 'INT64' };
    case 'number': return { ...optional, type: 'DOUBLE' };
    case 'boolean': return { ...optional, type: 'BOOLEAN' };
    default: return { ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
  }
}

function encoded(values: PropertyValue[], type: Column['type']): unknown[] {
  switch (type) {
    case 'integer': return values.map((value) => (value === null ? null : BigInt(value as number)));
    case 'json': return values.map((value) => (value === null ? null : JSON.stringify(value)));
    default: return values;
  }
}
