import {
  closeRings,
  emptyBbox,
  extendBbox,
  formatWkb,
  forEachPosition,
  isEmptyBbox,
  momentIn,
  parseTemporal,
  withoutMeasures,
  type TemporalParts,
  type Column,
  type PropertyValue,
} from '@groma/geo';
import type { DecodedArray, SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { FeatureWriter, WriterRequest } from './feature-writer.ts';
import { freeName } from './write-csv.ts';

const MICROSECONDS = 1_000_000;
/** Rows of one row group: what a reader holds at once. */
const groupRows = 50_000;

const sides = ['xmin', 'ymin', 'xmax', 'ymax'] as const;
/** The box of a feature, as the covering of GeoParquet 1.1 names its sides. */
type FeatureBox = Record<(typeof sides)[number], number>;

/**
 * GeoParquet 1.1: geometries as WKB, columns with their types (lists and objects as JSON text), SNAPPY. A column has
 * the box of each feature, by which readers skip groups of rows that lie elsewhere.
 */
export function writeGeoParquet({ path, columns, crs }: WriterRequest): FeatureWriter {
  const names = new Set(columns.map(({ name }) => name));
  const geometryName = freeName('geometry', names);
  const boxName = freeName('bbox', names);
  const schema: SchemaElement[] = [
    { name: 'root', num_children: columns.length + 2 },
    ...columns.map(schemaOf),
    { name: geometryName, type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
    { name: boxName, repetition_type: 'OPTIONAL', num_children: sides.length },
    ...sides.map((name): SchemaElement => ({ name, type: 'DOUBLE', repetition_type: 'REQUIRED' })),
  ];
  const writer = new ParquetWriter({ writer: fileWriter(path), schema, codec: 'SNAPPY', createdBy: 'groma' });
  const bbox = emptyBbox();
  const types = new Set<string>();
  let rows: PropertyValue[][] = columns.map(() => []);
  let geometries: (Uint8Array | null)[] = [];
  let boxes: (FeatureBox | null)[] = [];
  const writeGroup = () => {
    const data = columns.map(({ name, type }, index) => ({ name, data: encoded(rows[index]!, type) as DecodedArray }));
    void writer.write({
      columnData: [
        ...data,
        { name: geometryName, data: geometries, statistics: false },
        { name: boxName, data: boxes },
      ],
      rowGroupSize: groupRows,
    });
    rows = columns.map(() => []);
    geometries = [];
    boxes = [];
  };
  return {
    add({ geometry, properties }) {
      columns.forEach(({ name }, index) => rows[index]!.push(properties[name] ?? null));
      geometries.push(geometry && formatWkb(closeRings(withoutMeasures(geometry))));
      const own = emptyBbox();
      if (geometry) {
        let hasHeight = false;
        forEachPosition(geometry, (position) => {
          extendBbox(own, position[0]!, position[1]!);
          hasHeight ||= position.length > 2 && (position[2] as number | null) !== null;
        });
        types.add(hasHeight ? `${geometry.type} Z` : geometry.type);
      }
      boxes.push(isEmptyBbox(own) ? null : { xmin: own[0], ymin: own[1], xmax: own[2], ymax: own[3] });
      if (!isEmptyBbox(own)) {
        extendBbox(bbox, own[0], own[1]);
        extendBbox(bbox, own[2], own[3]);
      }
      if (geometries.length >= groupRows) writeGroup();
    },
    finish() {
      if (geometries.length > 0 || writer.row_groups.length === 0) writeGroup();
      const about = {
        encoding: 'WKB',
        geometry_types: [...types].sort(),
        ...(!isEmptyBbox(bbox) && { bbox }),
        ...(crs !== null && { crs: crs.projJson }),
        covering: { bbox: Object.fromEntries(sides.map((side) => [side, [boxName, side]])) },
      };
      writer.kvMetadata = [
        {
          key: 'geo',
          value: JSON.stringify({ version: '1.1.0', primary_column: geometryName, columns: { [geometryName]: about } }),
        },
      ];
      void writer.finish();
    },
    close: () => undefined,
  };
}

export function schemaOf({ name, type }: Column): SchemaElement {
  const optional = { name, repetition_type: 'OPTIONAL' } as const;
  switch (type) {
    case 'integer':
    case 'int64':
      return { ...optional, type: 'INT64' };
    case 'date':
      return { ...optional, type: 'INT32', converted_type: 'DATE' };
    case 'time':
      return { ...optional, type: 'INT64', logical_type: { type: 'TIME', isAdjustedToUTC: false, unit: 'MICROS' } };
    case 'datetime':
    case 'datetimetz':
      return {
        ...optional,
        type: 'INT64',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: type === 'datetimetz', unit: 'MICROS' },
      };
    case 'number':
      return { ...optional, type: 'DOUBLE' };
    case 'boolean':
      return { ...optional, type: 'BOOLEAN' };
    default:
      return { ...optional, type: 'BYTE_ARRAY', converted_type: 'UTF8' };
  }
}

export function encoded(values: PropertyValue[], type: Column['type']): unknown[] {
  switch (type) {
    case 'integer':
    case 'int64':
      return values.map((value) => (value === null ? null : BigInt(value as number | string)));
    case 'date':
      return values.map((value) => momentOfText(value)?.days ?? null);
    case 'time':
    case 'datetime':
    case 'datetimetz':
      return values.map((value) => {
        const parts = momentOfText(value);
        return parts && momentIn(parts, MICROSECONDS);
      });
    case 'json':
      return values.map((value) => (value === null ? null : JSON.stringify(value)));
    default:
      return values;
  }
}

function momentOfText(value: PropertyValue): TemporalParts | null {
  return typeof value === 'string' ? parseTemporal(value) : null;
}
