/** An object of JSON of which nothing is known: what others answer is looked at field by field. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text that says something, cut at `most` characters; else null. */
export function textOf(value: unknown, most = 500): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, most) : null;
}

/** A number, also where it is written as a text; else null. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A list of what has a form; what is no list has nothing in it. */
export function listOf<Value>(value: unknown, is: (each: unknown) => each is Value): Value[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

export const isText = (value: unknown): value is string => typeof value === 'string';
