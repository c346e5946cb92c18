import type { Extension } from '@codemirror/state';

/** Grammars are loaded with the first block that needs them. */
const grammars: Partial<Record<string, () => Promise<Extension>>> = {
  python: async () => (await import('@codemirror/lang-python')).python(),
  javascript: async () => (await import('@codemirror/lang-javascript')).javascript({ typescript: true }),
  r: async () => {
    const [{ StreamLanguage }, { r }] = await Promise.all([
      import('@codemirror/language'),
      import('@codemirror/legacy-modes/mode/r'),
    ]);
    return StreamLanguage.define(r);
  },
  sql: async () => (await import('@codemirror/lang-sql')).sql(),
};

const loaded = new Map<string, Extension>();

/** The grammar of a block's language, for highlighting, indentation and completion of what stands in it. */
export async function loadGrammar(language: string): Promise<Extension> {
  const grammar = loaded.get(language) ?? (await grammars[language]?.()) ?? [];
  loaded.set(language, grammar);
  return grammar;
}

/** The grammar, if it has been loaded. */
export function loadedGrammar(language: string): Extension | undefined {
  return loaded.get(language);
}
