// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { GromaError } from '@groma/model';
import { errorText, inputText } from './error-text.ts';
import { setPreference } from './preference.ts';
import { ownText, presentLocale, startTexts, t } from './text.ts';

async function speak(locale: string, tag = locale): Promise<void> {
  setPreference({ locale });
  await vi.waitFor(() => expect(presentLocale()).toBe(tag), 10_000);
}

beforeAll(() => startTexts());
afterEach(() => speak('en'));

const counted = (...counts: number[]) => counts.map((count) => t('operation.count', { count }));

test('[SHL-006] counts have the plural forms of the language: six in Arabic, three in Polish and Russian, one in Japanese', async () => {
  await speak('ar');
  expect(counted(0, 1, 2, 3, 11, 100)).toEqual([
    'لا عمليات',
    'عملية واحدة',
    'عمليتان',
    '3 عمليات',
    '11 عملية',
    '100 عملية',
  ]);
  await speak('pl');
  expect(counted(1, 3, 5, 22, 1_000_005)).toEqual([
    '1 operacja',
    '3 operacje',
    '5 operacji',
    '22 operacje',
    '1\u00a0000\u00a0005 operacji',
  ]);
  await speak('ru');
  expect(counted(1, 3, 5, 21)).toEqual(['1 операция', '3 операции', '5 операций', '21 операция']);
  await speak('ja');
  expect(counted(1, 12_345)).toEqual(['1 件の処理', '12,345 件の処理']);
});

test('[SHL-006] Filipino is found by its own plural rules, not by those of the machine', async () => {
  await speak('ph', 'fil');
  expect(t('shell.language')).toBe('Wika');
  expect(counted(1)).toEqual(['1 operasyon']);
});

test('[SHL-008] what a language lacks is said in English, and keeps its direction in an interface from right to left', async () => {
  (ownText('shell', 'en') as Record<string, string>)['onlyEnglish'] = 'Only in English.';
  await speak('he');
  expect(t('shell.language')).toBe('שפה');
  expect(t('shell.onlyEnglish')).toBe('\u2066Only in English.\u2069');
  await speak('de');
  expect(t('shell.onlyEnglish')).toBe('Only in English.');
});

test('[SHL-008] a name in a text from right to left keeps its own direction', async () => {
  await speak('ar');
  expect(t('shell.noPageText', { path: '/a/b' })).toContain('\u2068/a/b\u2069');
});

test('[SHL-008] errors are said in the language by their code, with their values; what has none in its English words', async () => {
  const taken = new GromaError('USERNAME_TAKEN', { username: 'ada' });
  expect(errorText(taken)).toBe('The username ada is taken.');
  await speak('fr');
  expect(errorText(taken)).toBe('Le nom d’utilisateur ada est déjà pris.');
  expect(errorText(new GromaError('BAD_PATH', { path: 'x', detail: 'Paths begin with /data/.' }))).toBe(
    '«\u202fx\u202f» ne peut pas être le chemin d’un fichier. Les chemins commencent par /data/.',
  );
  expect(errorText(new GromaError('IMPORT_FAILED', { detail: 'The file holds no layer.' }))).toBe(
    'The file holds no layer.',
  );
  expect(inputText('Enter a valid email address.')).toBe('Ce n’est pas une adresse e-mail.');
});
