/**
 * A text as PostgreSQL takes it, which has no place for NUL, and in JSON none for half a character: the sign for what
 * cannot be read stands for either.
 */
export function storableText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** The same for all texts of a value that is kept as JSON. Moments and expressions of SQL stay as they are. */
export function storable<Value>(value: Value): Value {
  return storableValue(value) as Value;
}

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [storableText(name), storableValue(each)]));
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
