import { allDatabaseTypes, filterOperators, geometryEncodings, tlsModes } from '@groma/model';
import { z } from 'zod';

const geometry = z.object({
  encoding: z.enum(geometryEncodings),
  srid: z.number().int().optional(),
  type: z.string().optional(),
});
export const resultColumn = z.object({ name: z.string(), type: z.string(), geometry: geometry.optional() });
const tableColumn = resultColumn.extend({
  nullable: z.boolean(),
  isPrimaryKey: z.boolean().optional(),
  references: z.object({ schema: z.string(), table: z.string(), column: z.string() }).optional(),
  comment: z.string().optional(),
});
/** Cells in the order of the columns. */
export const cellRow = z.array(z.unknown());

export const databaseTable = z.object({
  catalog: z.string().optional(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'view', 'file', 'layer']),
  columns: z.array(tableColumn),
  comment: z.string().optional(),
  rowEstimate: z.number().nullable(),
  previewRows: z.array(cellRow).nullable(),
});
const extensions = z.object({
  loaded: z.array(z.string()),
  installed: z.array(z.string()),
  available: z.array(z.string()),
});
const sqlFunction = z.object({ name: z.string(), signature: z.string(), description: z.string().optional() });
const connectedTable = z.object({
  database: z.string(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'view', 'file', 'layer']),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
});
export const databaseSchema = z.object({
  tables: z.array(databaseTable),
  extensions,
  defaultSchema: z.string(),
  connected: z.array(connectedTable).optional(),
  functions: z.array(sqlFunction).optional(),
});

/** A database without its credentials, which no call returns. */
export const databaseReply = z.object({
  id: z.string(),
  name: z.string(),
  project_id: z.string(),
  dbType: z.enum(allDatabaseTypes),
  created_at: z.string(),
  updated_at: z.string(),
  /** Where a server is; null for a managed database. */
  connection: z
    .object({
      host: z.string().optional(),
      port: z.number().optional(),
      database: z.string().optional(),
      user: z.string().optional(),
      tls: z.enum(tlsModes).optional(),
      hasPassword: z.boolean(),
    })
    .nullable(),
});
export type DatabaseReply = z.output<typeof databaseReply>;

const text = z.string().trim().min(1).max(255);
/**
 * A server of PostgreSQL. Without a password the one that is kept stays. `certificate`: who may vouch for the server,
 * as PEM.
 */
export const postgresConnection = z.object({
  host: text,
  port: z.coerce.number().int().min(1).max(65_535).default(5432),
  database: text,
  user: text,
  password: z.string().max(4_096).optional(),
  tls: z.enum(tlsModes).default('prefer'),
  certificate: z.string().max(65_536).optional(),
});
export type PostgresConnection = z.output<typeof postgresConnection>;
/** A database of MotherDuck. Without a token the one that is kept stays, else the server's own. */
export const motherduckConnection = z.object({ database: text, token: z.string().trim().max(8_192).optional() });
export type MotherduckConnection = z.output<typeof motherduckConnection>;

export const filters = z
  .array(
    z.object({
      column: z.string(),
      operator: z.enum(filterOperators),
      value: z.union([z.string().max(10_000), z.number(), z.boolean()]).optional(),
    }),
  )
  .max(50);
export const sorts = z.array(z.object({ column: z.string(), descending: z.boolean().default(false) })).max(20);

const pagination = z.object({
  offset: z.number(),
  limit: z.number(),
  totalRows: z.number().nullable(),
  hasMore: z.boolean(),
  total_count: z.number().nullable(),
  has_next: z.boolean(),
  has_previous: z.boolean(),
});
/** A page in the words of both replies of the specification: `data` and `rows` are the same. */
export const tablePage = z.object({
  columns: z.array(resultColumn),
  data: z.array(cellRow),
  rows: z.array(cellRow),
  pagination,
});
export type TablePageReply = z.output<typeof tablePage>;

/** Values for `$1`, `$2` … of a query, or for `$name`. */
export const queryParams = z.union([z.array(z.unknown()).max(1_000), z.record(z.string().max(100), z.unknown())]);
