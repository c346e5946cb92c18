import { EditorState, type Extension } from '@codemirror/state';
import { ensureSyntaxTree } from '@codemirror/language';
import { expect, test } from 'vitest';
import { languageOf } from './language-of.ts';
import { languages } from './language-table.ts';

test('[SHL-019] the extension, in any case, says the language; the rest is plain text', () => {
  const names = [
    '/data/a.PY',
    '/data/b.tsx',
    '/data/c.geojson',
    '/data/d.R',
    '/data/e.kml',
    '/data/f.yaml',
    '/data/Dockerfile',
    '/data/g.txt',
    '/data/LICENSE',
  ].map((path) => languageOf(path)?.name ?? null);
  expect(names).toEqual(['Python', 'TypeScript JSX', 'JSON', 'R', 'XML', 'YAML', 'Dockerfile', null, null]);
});

test('[SHL-019] no extension is of two languages, and every grammar is there and reads text', async () => {
  const extensions = languages.flatMap((language) => language.extensions);
  expect(new Set(extensions).size).toBe(extensions.length);
  for (const { name, load } of languages) {
    const grammar: Extension = await load();
    const state = EditorState.create({ doc: 'x = 1', extensions: grammar });
    expect([name, ensureSyntaxTree(state, 5, 1_000)?.length]).toEqual([name, 5]);
  }
});
