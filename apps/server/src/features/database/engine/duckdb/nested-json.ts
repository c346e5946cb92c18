import {
  DuckDBMapValue,
  DuckDBTypeId,
  JsonDuckDBValueConverter,
  type DuckDBType,
  type DuckDBValue,
  type DuckDBValueConverter,
  type Json,
} from '@duckdb/node-api';
import { endlessText } from './endless-text.ts';

/** More digits than a number of JavaScript keeps. */
const exactDigits = 15;

/**
 * A list, struct, map or union as JSON: numbers are numbers unless JavaScript would round them, a map whose keys are
 * texts is an object.
 */
export function nestedJson(value: DuckDBValue, type: DuckDBType): string {
  return JSON.stringify(convert(value, type, convert));
}

const convert: DuckDBValueConverter<Json> = (value, type, self) => {
  if (value === null) return null;
  switch (type.typeId) {
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    case DuckDBTypeId.DECIMAL:
      return String(value).replace(/\D/g, '').length > exactDigits ? String(value) : Number(String(value));
    case DuckDBTypeId.INTERVAL:
      return String(value);
    case DuckDBTypeId.MAP:
      return mapJson(value, type, self);
    default:
      return endlessText(value) ?? JsonDuckDBValueConverter(value, type, self);
  }
};

function mapJson(value: DuckDBValue, type: DuckDBType, self: DuckDBValueConverter<Json>): Json {
  const isNamed =
    value instanceof DuckDBMapValue &&
    'keyType' in type &&
    (type.keyType as DuckDBType).typeId === DuckDBTypeId.VARCHAR;
  if (!isNamed) return JsonDuckDBValueConverter(value, type, self);
  const valueType = (type as unknown as { valueType: DuckDBType }).valueType;
  return Object.fromEntries(value.entries.map(({ key, value: own }) => [String(key), self(own, valueType, self)]));
}
