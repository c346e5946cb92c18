import type { SqlWrite } from '@groma/model';

type FileTarget = Extract<SqlWrite, { kind: 'file' }>;

/** Formats of COPY of which it is known what they lack. */
type CopyFormat = 'parquet' | 'csv' | 'json';

interface ColumnType {
  name: string;
  /** As DESCRIBE says it. */
  type: string;
}

const manyDigits = /\bU?HUGEINT\b/;

/** What DuckDB writes in another form than it has it, and reads back so. */
const losses: readonly { formats: readonly CopyFormat[]; type: RegExp; says: string }[] = [
  {
    formats: ['parquet'],
    type: manyDigits,
    says: 'becomes DOUBLE in Parquet, which keeps about 16 digits. Cast it to VARCHAR to keep all of them.',
  },
  {
    formats: ['parquet'],
    type: /^(?:TIME WITH TIME ZONE|TIMETZ)\b/,
    says: 'is written in UTC: Parquet has no zones of times.',
  },
  { formats: ['parquet'], type: /^UNION\b/, says: 'becomes STRUCT in Parquet.' },
  {
    formats: ['csv'],
    type: /\]$|^(?:STRUCT|MAP|UNION)\(/,
    says: 'is text in CSV, and is read back as text. JSON and Parquet keep lists and objects.',
  },
  {
    formats: ['csv'],
    type: /^(?:U?HUGEINT|UBIGINT)$/,
    says: 'has all its digits in CSV, but is read back as DOUBLE unless a type is given.',
  },
  {
    formats: ['json'],
    type: manyDigits,
    says: 'has all its digits in JSON, but most programs read about 16 of them.',
  },
];
const doubleDigits = 15;
const decimal = /\bDECIMAL\((\d+),/;

/** The format that COPY chooses: what it is told, else by the name of the file. Null for others. */
export function copyFormat(statement: string, { path, end }: FileTarget): CopyFormat | null {
  const told = /\bformat\s+'?([a-z_]+)/i.exec(statement.slice(end))?.[1]?.toLowerCase();
  const ending = /\.([a-z]+)(?:\.(?:gz|zst))?$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const format = told ?? (ending === 'ndjson' || ending === 'jsonl' ? 'json' : ending);
  if (format === 'parquet' || format === 'json') return format;
  return told === undefined || told === 'csv' ? 'csv' : null;
}

/** The query whose rows a COPY writes, or the table; null where the text does not say it in a known way. */
export function copiedRows(statement: string, { start }: FileTarget): string | null {
  const source = /^\s*copy\s+([^]*\S)\s+to\s*$/i.exec(statement.slice(0, start))?.[1];
  if (source === undefined) return null;
  if (source.startsWith('(') && source.endsWith(')')) return source.slice(1, -1);
  const [, table, columns] = /^([^()]*?)\s*(?:\(([^()]*)\))?$/.exec(source) ?? [];
  return table ? `SELECT ${columns ?? '*'} FROM ${table}` : null;
}

/** What is to be said of these columns in a file of a format, one sentence for each kind of loss. */
export function copyLosses(format: CopyFormat, columns: readonly ColumnType[]): string[] {
  const said = losses
    .filter(({ formats }) => formats.includes(format))
    .flatMap(({ type, says }) => {
      const found = columns.filter((column) => type.test(column.type));
      return found.length === 0 ? [] : [`${namesOf(found)} ${says}`];
    });
  const decimals = columns.filter(({ type }) => Number(decimal.exec(type)?.[1] ?? 0) > doubleDigits);
  if (decimals.length > 0 && format !== 'parquet')
    said.push(
      `${namesOf(decimals)} has all its digits in ${format.toUpperCase()}, but is read back as DOUBLE unless a type is given.`,
    );
  return said;
}

/** What JSON has no number for, where the file has any of it. */
export function notInJson(columns: readonly ColumnType[]): string {
  return `${namesOf(columns)} holds NaN or Infinity, for which JSON has no number: DuckDB reads them back, other programs may refuse the file.`;
}

/** Columns whose values may be NaN or infinite. */
export function floatsOf(columns: readonly ColumnType[]): ColumnType[] {
  return columns.filter(({ type }) => type === 'DOUBLE' || type === 'FLOAT');
}

function namesOf(columns: readonly ColumnType[]): string {
  return columns.map(({ name, type }) => `"${name}" (${type})`).join(', ');
}
