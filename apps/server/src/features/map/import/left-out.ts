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
  /** Rows in the table: the first of them where all are more than it may hold. */
  fileRows: number;
}

const mostFirst = 100;
/** Characters of the table, with its separators; rows beyond are counted only. */
const longestTable = 32 * 1024 * 1024;
/** What a row and a cell take in memory beside their text. */
const [rowCost, cellCost] = [64, 16];
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
    cells: ReadonlyMap<number, string>;
  }[] = [];
  /** Columns of the table by name, in their order. */
  private readonly columns = new Map<string, number>();
  private readonly mostCharacters: number;
  private characters = 0;
  private isFull = false;
  private hasGeometry = false;
  count = 0;

  constructor(mostCharacters = longestTable) {
    this.mostCharacters = mostCharacters;
  }

  countOf(reason: LeftOutReason): number {
    return this.counts.get(reason) ?? 0;
  }

  get firstDetail(): string {
    const [found] = this.first;
    return found ? `row ${found.row}: ${found.detail}` : '';
  }

  add(row: number, reason: LeftOutReason, detail: string, content: RowContent = {}): void {
    this.addMany(1, row, reason, detail);
    if (!this.isFull) this.isFull = !this.keep(row, reason, detail.slice(0, longestDetail), content);
  }

  /**
   * Keeps a row for the table; false where it has no room for it. Each row has a separator for each column, and each
   * new column one in all rows: many names are what makes a table large.
   */
  private keep(row: number, reason: LeftOutReason, detail: string, content: RowContent): boolean {
    const geometry =
      content.text ??
      (content.geometry === undefined || content.geometry === null ? '' : geometryText(content.geometry));
    const cells = new Map<number, string>();
    const added: string[] = [];
    let cost = rowCost + geometry.length + detail.length + this.columns.size;
    for (const [name, value] of Object.entries(content.properties ?? {})) {
      const known = this.columns.get(name);
      if (known === undefined) {
        added.push(name);
        cost += cellCost + name.length + this.rows.length;
      }
      const text = cell(value);
      cells.set(known ?? this.columns.size + added.length - 1, text);
      cost += cellCost + text.length;
      if (this.characters + cost > this.mostCharacters) return false;
    }
    if (this.characters + cost > this.mostCharacters) return false;
    for (const name of added) this.columns.set(name, this.columns.size);
    this.characters += cost;
    this.hasGeometry ||= geometry !== '';
    this.rows.push({ row, reason, detail, geometry, cells });
    return true;
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
      fileRows: this.rows.length,
    };
  }

  private write(folder: string): string {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, LEFT_OUT_FILE);
    const names = [...this.columns.keys()];
    const header = ['row', 'reason', 'detail', ...(this.hasGeometry ? ['geometry'] : []), ...names];
    const lines = this.rows.map(({ row, reason, detail, geometry, cells }) =>
      [
        ...[row, reason, detail, ...(this.hasGeometry ? [geometry] : [])].map(cell),
        ...names.map((_, column) => cells.get(column) ?? ''),
      ].join(','),
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
