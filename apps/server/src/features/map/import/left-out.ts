import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatWkt, type Geometry } from '@groma/geo';
import type { LeftOutReason } from '@groma/protocol';

/** What is known of a row beside its number; `geometry` as it came, in the coordinates of the file. */
export interface RowContent {
  geometry?: unknown;
  properties?: Record<string, unknown> | null;
  text?: string;
}

/** Rows of a layer that were left out: how many for each reason, the first of them, and a table of all. */
export interface LeftOutReport {
  count: number;
  reasons: { reason: LeftOutReason; count: number }[];
  first: { row: number; reason: LeftOutReason; detail: string }[];
  /** Path of the table in the work folder, null where no row could be shown. */
  file: string | null;
}

const mostFirst = 100;
/** Characters of the table that are kept; rows beyond are counted only. */
const mostCharacters = 32 * 1024 * 1024;
const longestDetail = 300;
export const LEFT_OUT_FILE = 'left-out.csv';

/** Gathers the rows that cannot become features, so that they cost none of the others. */
export class LeftOutRows {
  private readonly counts = new Map<LeftOutReason, number>();
  private readonly first: LeftOutReport['first'] = [];
  private readonly rows: {
    row: number;
    reason: LeftOutReason;
    detail: string;
    geometry: string;
    properties: Record<string, unknown>;
  }[] = [];
  private readonly names = new Set<string>();
  private characters = 0;
  private hasGeometry = false;
  count = 0;

  countOf(reason: LeftOutReason): number {
    return this.counts.get(reason) ?? 0;
  }

  get firstDetail(): string {
    const [found] = this.first;
    return found ? `row ${found.row}: ${found.detail}` : '';
  }

  add(row: number, reason: LeftOutReason, detail: string, content: RowContent = {}): void {
    this.addMany(1, row, reason, detail);
    if (this.characters > mostCharacters) return;
    const geometry =
      content.text ??
      (content.geometry === undefined || content.geometry === null ? '' : geometryText(content.geometry));
    const properties = content.properties ?? {};
    this.hasGeometry ||= geometry !== '';
    for (const name of Object.keys(properties)) this.names.add(name);
    this.characters +=
      geometry.length +
      detail.length +
      Object.values(properties).reduce<number>(
        (sum, value) => sum + (typeof value === 'string' ? value.length : 16),
        32,
      );
    this.rows.push({ row, reason, detail: detail.slice(0, longestDetail), geometry, properties });
  }

  /** Counts rows of which nothing but the number of the first is known. */
  addMany(count: number, row: number, reason: LeftOutReason, detail: string): void {
    this.count += count;
    this.counts.set(reason, this.countOf(reason) + count);
    if (this.first.length < mostFirst) this.first.push({ row, reason, detail: detail.slice(0, longestDetail) });
  }

  /** Writes the table into a folder, which is made. Null where every row became a feature. */
  finish(folder: string): LeftOutReport | null {
    if (this.count === 0) return null;
    const reasons = [...this.counts]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((one, other) => other.count - one.count);
    this.rows.sort((one, other) => one.row - other.row);
    return {
      count: this.count,
      reasons,
      first: this.first.toSorted((one, other) => one.row - other.row),
      file: this.rows.length === 0 ? null : this.write(folder),
    };
  }

  private write(folder: string): string {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, LEFT_OUT_FILE);
    const names = [...this.names];
    const header = ['row', 'reason', 'detail', ...(this.hasGeometry ? ['geometry'] : []), ...names];
    const lines = this.rows.map(({ row, reason, detail, geometry, properties }) =>
      [row, reason, detail, ...(this.hasGeometry ? [geometry] : []), ...names.map((name) => properties[name])]
        .map(cell)
        .join(','),
    );
    // The mark by which spreadsheets know UTF-8.
    writeFileSync(path, `\ufeff${[header.map(cell).join(','), ...lines].join('\r\n')}\r\n`);
    return path;
  }
}

function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : typeof value === 'object' ? jsonText(value) : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Nothing where a value is nested too deeply to be written down. */
function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

/** Well-known text where the geometry is one, so that the table can be mended and imported; else as it came. */
function geometryText(geometry: unknown): string {
  try {
    const text = formatWkt(geometry as Geometry);
    return text.includes('undefined') ? jsonText(geometry) : text;
  } catch {
    return jsonText(geometry);
  }
}
