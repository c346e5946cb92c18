import { defaultQuery } from '@groma/model';
import { readStored, writeStored } from '../../../platform/stored.ts';

const keyOf = (userId: string, databaseId: string) => `groma.sql-draft.${userId}.${databaseId}`;

/** What is remembered of an editor between visits: its text and the values of its parameters. */
export interface KeptDraft { text: string; parameters: Readonly<Record<string, string>> }

/** What a new editor begins with (DBS-077). */
export const beginningText: string = defaultQuery;

export function readDraft(userId: string, databaseId: string): KeptDraft | null {
  const found = readStored(keyOf(userId, databaseId)) as Partial<KeptDraft> | undefined;
  return typeof found?.text === 'string' ? { text: found.text, parameters: found.parameters ?? {} } : null;
}

export function keepDraft(userId: string, databaseId: string, draft: KeptDraft): void {
  writeStored(keyOf(userId, databaseId), draft);
}
