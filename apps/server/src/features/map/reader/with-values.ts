import {
  coerceValue,
  ExpressionError,
  jsonValue,
  parseColumnFormula,
  parseTemporal,
  typeWith,
  valueType,
  type ColumnType,
  type Expression,
  type PropertyValue,
} from '@groma/geo';
import { GromaError } from '@groma/model';
import type { VectorUpdateRequest } from '@groma/protocol';
import type { EditedLayer } from './edited-layer.ts';

type Valued<Request> = Request extends { type: 'Add_Column' } ? Omit<Request, 'formula' | 'fids'> : Request;
/** A request whose formulas have become values. */
export type ValuedRequest = Valued<Exclude<VectorUpdateRequest, { type: 'Calculate' }>>;

/**
 * Works out the values of a formula, feature by feature. Null where a calculation changes nothing.
 * @throws GromaError EXPRESSION_WRONG with the place in the text, COLUMN_NOT_FOUND, FEATURE_NOT_FOUND.
 */
export async function withValues(request: VectorUpdateRequest, layer: EditedLayer): Promise<ValuedRequest | null> {
  if (request.type === 'Add_Column')
    return request.formula === undefined ? request : addedColumn(request, request.formula, layer);
  if (request.type !== 'Calculate') return request;
  const { column: name, fids } = request;
  const column = layer.overlay.columns.find((each) => each.name === name);
  if (!column) throw new GromaError('COLUMN_NOT_FOUND', { name: layer.state.name, column: name });
  const edits: { fid: number; column: string; value: PropertyValue }[] = [];
  await calculate(layer, request.formula, fids, (fid, value, properties) => {
    if (!isSame(value, properties[name] ?? null)) edits.push({ fid, column: name, value: jsonValue(value) });
  });
  return edits.length === 0 ? null : { type: 'Edit_Property', edits };
}

async function addedColumn(
  request: Extract<VectorUpdateRequest, { type: 'Add_Column' }>,
  formula: string,
  layer: EditedLayer,
): Promise<ValuedRequest> {
  const values: [number, PropertyValue][] = [];
  let type = read(formula, layer).copied ?? null;
  const expression = await calculate(layer, formula, request.fids, (fid, value) => {
    if (value === null) return;
    type = typeWith(type ?? valueType(value), value);
    values.push([fid, jsonValue(value)]);
  });
  if (expression.type === 'date' && expression.copied === undefined) type = asMoments(values);
  const {
    at,
    column: { name },
  } = request;
  return {
    type: 'Add_Column',
    column: { name, type: type ?? emptyType(expression) },
    values,
    ...(at !== undefined && { at }),
  };
}

/** Dates that were calculated are days, or moments in UTC where one of them is no midnight. */
function asMoments(values: [number, PropertyValue][]): ColumnType {
  if (values.every(([, value]) => parseTemporal(String(value))?.type === 'date')) return 'date';
  for (const pair of values)
    if (parseTemporal(String(pair[1]))?.type === 'date') pair[1] = `${String(pair[1])}T00:00:00Z`;
  return 'datetimetz';
}

/** The type of a column in which no cell has a value. */
function emptyType({ type }: Expression): ColumnType {
  if (type === 'date') return type;
  return type === 'number' || type === 'boolean' ? type : 'text';
}

async function calculate(
  layer: EditedLayer,
  formula: string,
  fids: readonly number[] | undefined,
  take: (fid: number, value: PropertyValue, properties: Record<string, PropertyValue>) => void,
): Promise<Expression> {
  const expression = read(formula, layer);
  const wanted = fids && new Set(fids);
  for await (const feature of layer.allFeatures(expression.usesGeometry)) {
    if (wanted && !wanted.delete(feature.fid)) continue;
    take(feature.fid, expression.evaluate(feature), feature.properties);
  }
  const [missing] = wanted ?? [];
  if (missing !== undefined) throw new GromaError('FEATURE_NOT_FOUND', { name: layer.state.name, fid: missing });
  return expression;
}

function read(formula: string, { overlay }: EditedLayer): Expression {
  try {
    return parseColumnFormula(formula, overlay.columns);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { problem, position, end, message } = error;
    throw new GromaError('EXPRESSION_WRONG', { place: position + 1, detail: message, problem, position, end });
  }
}

function isSame(one: PropertyValue, other: PropertyValue): boolean {
  return (
    one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(coerceValue(other, 'json')))
  );
}
