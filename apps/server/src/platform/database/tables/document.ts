import { bigint, customType, pgTable, primaryKey, text, timestamp } from '../drizzle-pg.ts';

export const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
});

/** Live documents: a compacted state and, in the other table, the edits since. */
export const documents = pgTable('documents', {
  id: text().primaryKey(),
  /** Changes when a document is rebuilt, so that a client's old copy is never merged into it. */
  generation: text().notNull(),
  /** Number of the newest edit on disk. */
  head: bigint({ mode: 'number' }).notNull().default(0),
  snapshot: bytes(),
  snapshotSeq: bigint('snapshot_seq', { mode: 'number' }).notNull().default(0),
  /** Lease under which it was last opened: only its holder may append and compact. */
  ownerEpoch: bigint('owner_epoch', { mode: 'number' }).notNull().default(0),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});

export const documentUpdates = pgTable(
  'document_updates',
  {
    documentId: text('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    seq: bigint({ mode: 'number' }).notNull(),
    update: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.seq] })],
);
