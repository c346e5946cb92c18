import { en } from '@blocknote/core/locales';
import { expect, test } from 'vitest';
import { locales } from '../../../../platform/locale.ts';
import { loadDictionary } from './dictionary.ts';

/** Every word a person sees, by its path; names to type and keys are no words. */
function wordsOf(part: unknown, path = ''): Map<string, string> {
  if (typeof part === 'string') return new Map([[path, part]]);
  if (typeof part === 'function') return new Map([[path, part('A', 'B') as string]]);
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return new Map();
  return new Map(
    Object.entries(part).flatMap(([name, value]) =>
      name === 'secondary_tooltip' || name === 'ctrl_shortcut' ? [] : [...wordsOf(value, `${path}.${name}`)],
    ),
  );
}

const english = wordsOf(en);
/** Called the same in the language. */
const same = new Set(['OK', 'Media', 'Video', 'Audio', 'Emoji', 'File', 'Background', 'Code']);

test.each(['tr', 'id', 'ta', 'th', 'ph', 'ms'] as const)(
  '[SHL-006] the block editor says everything in %s',
  async (locale) => {
    const words = wordsOf(await loadDictionary(locale));
    expect([...words.keys()]).toEqual([...english.keys()]);
    expect([...words].filter(([path, word]) => word === english.get(path) && !same.has(word))).toEqual([]);
  },
);

test('[SHL-006] the block editor speaks every language of the product, and English without fetching anything', async () => {
  expect(await loadDictionary('en')).toBeUndefined();
  for (const { id } of locales.slice(1))
    expect((await loadDictionary(id))?.drag_handle.delete_menuitem, id).not.toBe('Delete');
});

test('a text with a number or names in it has them in the language', async () => {
  const dictionary = await loadDictionary('tr');
  expect(dictionary?.comments.sidebar.more_replies(3)).toBe('3 yanıt daha');
  expect(dictionary?.suggestion_changes.formatting_change_by('bold', 'Ada')).toBe(
    'Biçim değişikliği (bold), yapan: Ada',
  );
});
