import { formatWkt, parseWkb } from '@groma/geo';

const hexadecimal = /^(?:\\x)?(?:[0-9a-f]{2}){9,}$/i;

/**
 * A geometry of a result as WKT: well-known binary by its bytes or their hexadecimal text, what is text already as it
 * is, and what cannot be read as bytes.
 */
export function geometryText(value: unknown): string {
  if (typeof value === 'string') return hexadecimal.test(value) ? fromBytes(bytesOf(value)) : value;
  return value instanceof Uint8Array ? fromBytes(value) : JSON.stringify(value);
}

function bytesOf(text: string): Uint8Array {
  const digits = text.replace(/^\\x/, '');
  return Uint8Array.from({ length: digits.length / 2 }, (_byte, index) =>
    Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16),
  );
}

function fromBytes(bytes: Uint8Array): string {
  try {
    const geometry = parseWkb(bytes);
    return geometry ? formatWkt(geometry) : 'GEOMETRY EMPTY';
  } catch {
    return `\\x${Array.from(bytes.subarray(0, 64), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  }
}
