import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatModelOf, type DatabaseTable } from '@groma/model';
import { startModelServer, type ModelServer } from '../../../../test/model-server.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { readModelSettings } from '../../../platform/language-model/model-settings.ts';
import { draftSql } from './draft-sql.ts';
import { schemaText } from './schema-text.ts';
import { sqlAnswerOf } from './sql-answer.ts';
import { sqlConversation, type DescribedDatabase } from './sql-conversation.ts';

const column = (name: string, type = 'VARCHAR') => ({ name, type, nullable: true });
const table = (name: string, more: Partial<DatabaseTable> = {}): DatabaseTable => ({
  schema: 'main',
  name,
  kind: 'table',
  columns: [column('id', 'INTEGER'), column('label')],
  rowEstimate: 10,
  previewRows: [[1, 'one']],
  ...more,
});
const schemaOf = (...tables: DatabaseTable[]) => ({
  tables,
  defaultSchema: 'main',
  extensions: { loaded: [], installed: [], available: [] },
});
const database: DescribedDatabase = {
  name: 'farm',
  dbType: 'managed-duckdb',
  schema: schemaOf(table('fields'), table('wells', { schema: 'water' }), table('Odd name'), table('roads')),
};

let model: ModelServer;
let server: TestServer;
beforeAll(async () => {
  model = await startModelServer();
  server = await startTestServer({ models: readModelSettings({ GROMA_MODEL_URL: model.url, GROMA_MODELS: 'small' }) });
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const draft = async (
  prompt: string,
  more: { earlier?: { prompt: string; sql: string }[]; current?: string } = {},
): Promise<{ text: string; pieces: number }> => {
  const caller = {
    userId: randomUUID(),
    projectId: randomUUID(),
    purpose: 'sql',
    signal: new AbortController().signal,
  };
  let [text, pieces] = ['', 0];
  for await (const piece of draftSql(
    server.platform.models,
    undefined,
    database,
    { prompt, earlier: [], ...more },
    caller,
  )) {
    text += piece;
    pieces += 1;
  }
  return { text, pieces };
};

test('[DBS-027] [DBS-028] title and sql come as one object that grows with the answer', async () => {
  model.next({ kind: 'text', pieces: ['-- All ', 'fields\nSELECT "a\\', 'b", \'ü', "\u{1F33E}'\n", 'FROM fields;'] });
  const { text, pieces } = await draft('all of /fields');
  expect(JSON.parse(text)).toEqual({ title: 'All fields', sql: 'SELECT "a\\b", \'ü\u{1F33E}\'\nFROM fields;' });
  expect(pieces).toBeGreaterThan(2);
  model.next({ kind: 'text', pieces: ['SELECT 1'] });
  expect(JSON.parse((await draft('one')).text)).toEqual({ sql: 'SELECT 1' });
});

test('[DBS-020] [DBS-023] the model is told the schema, what is mentioned first, the text in the editor and what was said before', async () => {
  await draft('rows of /roads', { earlier: [{ prompt: 'first', sql: 'SELECT 0' }], current: 'SELECT 1' });
  const { messages } = model.asked.at(-1)!.request;
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
  const [system, first, second, last] = messages.map(({ content }) => String(content));
  expect(system!.indexOf('table roads')).toBeLessThan(system!.indexOf('table fields'));
  expect([first, second, last]).toEqual(['first', 'SELECT 0', 'rows of /roads\n\nThe editor holds:\nSELECT 1']);
});

test('an answer that fails says so: before its first piece as an error, after it in the object', async () => {
  model.next({ kind: 'status', status: 401, body: { error: { message: 'no' } } });
  await expect(draft('x')).rejects.toMatchObject({ code: 'MODEL_KEY_REFUSED' });
  model.next({ kind: 'text', pieces: ['I would rather ', 'not.'] });
  await expect(draft('x')).rejects.toMatchObject({ code: 'MODEL_ANSWER_BROKEN' });
  model.next({ kind: 'cut', pieces: ['-- Half\nSELECT a,\n', 'b FROM '] });
  expect(JSON.parse((await draft('x')).text)).toMatchObject({
    title: 'Half',
    sql: 'SELECT a,\nb FROM',
    error: { code: 'MODEL_ANSWER_BROKEN' },
  });
});

test('SQL is taken out of fences and of words around them, and grows by adding alone', () => {
  const answers: [string, string | null, string][] = [
    ['-- A title\nSELECT 1;', 'A title', 'SELECT 1;'],
    ['```sql\n-- T\nSELECT 1\n```', 'T', 'SELECT 1'],
    ['Here it is:\n\n```SQL\nSELECT `a`\nFROM t;\n```\nIt reads all.', null, 'SELECT `a`\nFROM t;'],
    ['  select 1 -- not a title', null, 'select 1 -- not a title'],
    ['WITH a AS (SELECT 1)\nSELECT * FROM a', null, 'WITH a AS (SELECT 1)\nSELECT * FROM a'],
    ['FROM t LIMIT 3', null, 'FROM t LIMIT 3'],
    ['SELECT 1;\n```\nThat is all.', null, 'SELECT 1;'],
  ];
  for (const [text, title, sql] of answers) {
    expect(sqlAnswerOf(text, true)).toEqual({ title, sql });
    let before = '';
    for (let end = 1; end <= text.length; end++) {
      const next = sqlAnswerOf(text.slice(0, end), false)?.sql ?? '';
      expect([text, next.startsWith(before)]).toEqual([text, true]);
      before = next;
    }
    expect(sql.startsWith(before)).toBe(true);
  }
  for (const text of ['With pleasure!', 'Select the table first, please', 'I cannot', ''])
    expect([text, sqlAnswerOf(text, true)?.sql ?? null]).toEqual([text, text.startsWith('Select') ? text : null]);
});

test('[DBS-030] previewed values are cut after 100 characters, and names are quoted where they must be', () => {
  const text = schemaText(
    schemaOf(
      table('Odd name', {
        previewRows: [
          [1, 'x'.repeat(150)],
          [2, 'a\nb'],
        ],
      }),
      table('wells', { schema: 'water' }),
    ),
    '',
    10_000,
  );
  expect(text).toContain(`table "Odd name" (id INTEGER, label VARCHAR)\n  -- 1 | ${'x'.repeat(100)}…\n  -- 2 | a b`);
  expect(text).toContain('table water.wells');
});

test('[AIA-020] the schema is cut to what the model takes, what is mentioned stays, and what is left out is counted', () => {
  const many = schemaOf(...Array.from({ length: 500 }, (_, index) => table(`table_${index}`)));
  const { system, messages } = sqlConversation(
    { ...database, schema: many },
    { prompt: 'from /table_499', earlier: [] },
    chatModelOf('gpt-4.1-mini'),
  );
  expect(system.length + messages[0]!.content.length).toBeLessThanOrEqual(8_000);
  expect(system).toMatch(/table table_499 [\s\S]*-- and \d+ more that are not listed here$/);
  expect(system).not.toContain('table_498 ');
});
