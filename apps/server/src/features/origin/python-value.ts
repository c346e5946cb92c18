/** JSON is Python but for its three words. */
export function pythonValue(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, each]) => `${JSON.stringify(name)}: ${pythonValue(each)}`)
      .join(', ')}}`;
  return JSON.stringify(value);
}

export function pythonDoc(text: string): string {
  return JSON.stringify(text).replace(/^"|"$/g, '"""');
}

/** A text over several lines, in which variables that hold layers stand for the ids of these, as SQL names them. */
export function pythonFormat(pieces: readonly (string | { variable: string })[]): string {
  const isFormat = pieces.some((piece) => typeof piece !== 'string');
  const text = pieces
    .map((piece) => {
      if (typeof piece !== 'string') return `"{${piece.variable}.map_id}"."{${piece.variable}.id}"`;
      const escaped = piece.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"');
      return isFormat ? escaped.replaceAll('{', '{{').replaceAll('}', '}}') : escaped;
    })
    .join('');
  // A quotation mark at the end would end the text too early.
  return `${isFormat ? 'f' : ''}"""${text.replace(/"$/, '\\"')}"""`;
}
