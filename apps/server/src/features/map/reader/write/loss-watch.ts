import {
  dimensionsOf,
  geometryMembers,
  isTemporal,
  parseTemporal,
  type Column,
  type LayerFeature,
  type SimpleGeometry,
  type TemporalType,
} from '@groma/geo';
import type { ExportLoss } from '@groma/protocol';
import type { FormatHolds } from './format-holds-table.ts';

/** Looks at what is written and notes what the format cannot hold of it. */
export class LossWatch {
  /** Columns that the format takes as text, by their names; it grows as values come that need it. */
  readonly asText: Set<string>;
  readonly #holds: FormatHolds;
  readonly #dates: readonly (Column & { type: TemporalType })[];
  readonly #numbers: readonly Column[];
  readonly #found = new Map<ExportLoss['kind'], Set<string>>();
  /** Date-times that were looked at already. */
  readonly #seen = new Set<string>();

  constructor(holds: FormatHolds, columns: readonly Column[]) {
    this.#holds = holds;
    this.asText = new Set(columns.filter(({ type }) => holds.asText.includes(type)).map(({ name }) => name));
    this.#dates = columns.filter(
      (column): column is Column & { type: TemporalType } => isTemporal(column.type) && !this.asText.has(column.name),
    );
    this.#numbers = columns.filter(
      ({ type }) => type === 'number' || (type === 'integer' && holds.largestInteger !== undefined),
    );
  }

  /** Notes what is lost of a feature; values that the format has no form for become empty. */
  look({ geometry, properties }: LayerFeature): void {
    if (geometry) this.#lookAtShape(geometry);
    for (const { name, type } of this.#numbers) {
      const value = properties[name];
      if (typeof value === 'number' && !this.#holdsNumber(name, type, value)) properties[name] = null;
    }
    for (const { name, type } of this.#dates) {
      const value = properties[name];
      if (typeof value === 'string' && !this.#seen.has(`${name} ${value}`)) this.#lookAtDate(name, type, value);
    }
  }

  #lookAtShape(geometry: SimpleGeometry): void {
    const { dropsMeasures, joinsOnePart } = this.#holds;
    if (dropsMeasures && !this.#found.has('measures') && dimensionsOf(geometry).hasMeasure) this.#note('measures', '');
    // Shapefiles have a type of their own for several points.
    const joins =
      joinsOnePart &&
      geometry.type.startsWith('Multi') &&
      (geometry.type !== 'MultiPoint' || this.#holds.dropsMeasures);
    if (joins && geometryMembers(geometry).length === 1) this.#note('one-part', '');
  }

  get losses(): ExportLoss[] {
    const texts = [...this.asText].map((name) => [name] as const);
    const found: ExportLoss[] = [...this.#found].map(([kind, names]) => ({
      kind,
      columns: [...names].filter((name) => name !== ''),
    }));
    return texts.length === 0 ? found : [{ kind: 'as-text', columns: texts.flat() }, ...found];
  }

  #holdsNumber(name: string, type: Column['type'], value: number): boolean {
    const { empties, digits, largestInteger } = this.#holds;
    if (type === 'integer') {
      if (Math.abs(value) >= largestInteger!) this.asText.add(name);
      return true;
    }
    if (empties?.(value)) {
      this.#note('emptied', name);
      return false;
    }
    if (digits && !this.#found.get('rounded')?.has(name) && Number.isFinite(value) && Number(digits(value)) !== value)
      this.#note('rounded', name);
    return true;
  }

  #lookAtDate(name: string, type: TemporalType, text: string): void {
    const { plainYears, fraction, losesOffset, assumesUtc } = this.#holds;
    if (this.#seen.size < mostSeen) this.#seen.add(`${name} ${text}`);
    const parts = parseTemporal(text);
    if (!parts) return;
    if (plainYears && /^[+-]/.test(text)) {
      this.asText.add(name);
      return;
    }
    if (parts.fraction.replace(/0+$/, '').length > fraction) this.#note('fraction', name);
    if (parts.type === 'datetime' && assumesUtc?.includes(type)) this.#note('zone-assumed', name);
    if (parts.offset !== null && parts.offset !== 0 && losesOffset) this.#note('offset', name);
  }

  #note(kind: ExportLoss['kind'], name: string): void {
    const names = this.#found.get(kind) ?? new Set();
    this.#found.set(kind, names.add(name));
  }
}

const mostSeen = 100_000;
