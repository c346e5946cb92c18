/** An object of the Cartographic Information Model, whose fields may be missing or of any kind. */
export type CimRecord = Readonly<Record<string, unknown>>;

export function record(value: unknown): CimRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as CimRecord) : {};
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}
