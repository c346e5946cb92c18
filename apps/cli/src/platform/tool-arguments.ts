import { UsageError } from './failure.ts';

type Schema = Record<string, unknown>;

/**
 * Arguments of a tool from `key=value` pairs, read as its JSON Schema says. A dot leads into an object:
 * `save.file=/data/x.csv`. @throws UsageError for a pair without a key, or a value that is not what the schema wants
 */
export function toolArguments(pairs: readonly string[], schema: Schema): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) throw new UsageError(`“${pair}” is not of the form key=value.`);
    const path = pair.slice(0, at).split('.');
    if (path.some((name) => name === '' || name === '__proto__')) throw new UsageError(`“${pair}” names nothing.`);
    let place = made;
    for (const name of path.slice(0, -1)) {
      const next = Object.hasOwn(place, name) ? place[name] : (place[name] = {});
      if (typeof next !== 'object' || next === null || Array.isArray(next))
        throw new UsageError(`“${path.join('.')}” is given twice.`);
      place = next as Record<string, unknown>;
    }
    place[path.at(-1)!] = valueOf(pair.slice(at + 1), schemaAt(schema, path), path.join('.'));
  }
  return made;
}

function schemaAt(schema: Schema, path: readonly string[]): Schema {
  return path.reduce((within, name) => ((within['properties'] as Schema | undefined)?.[name] ?? {}) as Schema, schema);
}

/** Text where the schema wants text; else what the text is as JSON. */
function valueOf(text: string, schema: Schema, name: string): unknown {
  const types = typesOf(schema);
  if (types.has('string') && types.size === 1) return text;
  const value = jsonOf(text);
  if (types.size === 0) return value === undefined ? text : value;
  if (value !== undefined && types.has(typeOf(value))) return value;
  if (Number.isInteger(value) && types.has('number')) return value;
  if (types.has('string')) return text;
  // A list is also what stands between commas.
  if (types.has('array') && !text.startsWith('['))
    return text.split(',').map((each) => valueOf(each.trim(), (schema['items'] ?? {}) as Schema, name));
  throw new UsageError(`${name} is ${[...types].join(' or ')}, not “${text}”.`);
}

function typesOf(schema: Schema): Set<string> {
  const {
    type,
    anyOf,
    oneOf,
    enum: values,
  } = schema as {
    type?: string | string[];
    anyOf?: Schema[];
    oneOf?: Schema[];
    enum?: unknown[];
  };
  if (type !== undefined) return new Set(Array.isArray(type) ? type : [type]);
  if (values) return new Set(values.map(typeOf));
  return new Set([...(anyOf ?? oneOf ?? [])].flatMap((each) => [...typesOf(each)]));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
