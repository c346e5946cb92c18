import { CompletionContext, type CompletionResult, type CompletionSource } from '@codemirror/autocomplete';
import { ensureSyntaxTree } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import type { DatabaseSchema } from '@groma/model';
import { knownTables } from './known-tables.ts';
import { sqlLanguage } from './sql-language.ts';

const rest = { rowEstimate: null, previewRows: null };
const column = (name: string, type: string) => ({ name, type, nullable: true });
const schema: DatabaseSchema = {
  tables: [
    {
      catalog: 'layers',
      schema: 'World',
      name: 'big roads',
      kind: 'layer',
      columns: [column('lanes', 'BIGINT'), column('geometry', 'GEOMETRY')],
      ...rest,
    },
    { schema: 'files', name: 'sales.csv', kind: 'file', columns: [column('amount', 'BIGINT')], ...rest },
    { schema: 'main', name: 'notes', kind: 'table', columns: [column('text', 'VARCHAR')], ...rest },
  ],
  connected: [
    { database: 'city', schema: 'public', name: 'parcels', kind: 'table', columns: [{ name: 'owner', type: 'text' }] },
  ],
  extensions: { loaded: [], installed: [], available: [] },
  defaultSchema: 'main',
};
const functions = [{ name: 'ST_Buffer', signature: 'ST_Buffer(geom GEOMETRY, distance DOUBLE)' }];

/** What is offered where `|` stands, without words of the language. */
async function offered(text: string): Promise<string[]> {
  const place = text.indexOf('|');
  const state = EditorState.create({
    doc: text.replace('|', ''),
    extensions: sqlLanguage(
      'duckdb',
      () => knownTables(schema),
      () => functions,
    ),
  });
  parse(state);
  const sources = state.languageDataAt<CompletionSource>('autocomplete', place);
  const results = await Promise.all(sources.map((source) => source(new CompletionContext(state, place, true))));
  return results
    .filter((result): result is CompletionResult => result !== null)
    .flatMap(({ options }) => options)
    .filter(({ type }) => type !== 'keyword' && type !== 'type')
    .map(({ label, apply }) => (typeof apply === 'string' ? apply : label));
}

/** Reads the whole text, which the editor gives up after some milliseconds and goes on with later. */
function parse(state: EditorState): void {
  if (!ensureSyntaxTree(state, state.doc.length, 60_000)) throw new Error('The text could not be parsed.');
}

test('[DBS-101] what has a name and an id is offered by its name first', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const under = (mapName: string) => ({ ...schema.tables[0]!, schema: mapName });
  const state = EditorState.create({
    doc: 'SELECT * FROM layers.',
    extensions: sqlLanguage(
      'duckdb',
      () => knownTables({ ...schema, tables: [under(id), under('World')] }),
      () => [],
    ),
  });
  parse(state);
  const sources = state.languageDataAt<CompletionSource>('autocomplete', 21);
  const results = await Promise.all(sources.map((source) => source(new CompletionContext(state, 21, true))));
  const boosts = results.flatMap((result) => result?.options ?? []).map(({ label, boost = 0 }) => [label, boost]);
  expect(boosts).toEqual([
    [id, -50],
    ['World', 0],
  ]);
});

test('[DBS-101] completion knows layers, files, tables of connected databases, their columns and functions for geometries', async () => {
  expect(await offered('SELECT * FROM layers.|')).toEqual(['"World"']);
  expect(await offered('SELECT * FROM layers."World".|')).toEqual(['"big roads"']);
  expect(await offered('SELECT * FROM files.|')).toEqual(['"sales.csv"']);
  expect(await offered('SELECT * FROM tables.|')).toEqual(['city']);
  expect(await offered('SELECT * FROM tables.city.|')).toEqual(['public']);
  expect(await offered('SELECT * FROM tables.city.public.|')).toEqual(['parcels']);
  expect(await offered('SELECT p.| FROM tables.city.public.parcels p')).toEqual(['owner']);
  expect(await offered('SELECT r.| FROM layers."World"."big roads" r')).toEqual(['lanes', 'geometry']);
  const free = await offered('SELECT x| FROM layers."World"."big roads", tables.city.public.parcels');
  expect(free).toEqual(
    expect.arrayContaining(['lanes', 'geometry', 'owner', 'ST_Buffer', 'notes', 'layers', 'tables']),
  );
  expect(free).not.toContain('amount');
});
