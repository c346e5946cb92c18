import { expect, test } from 'vitest';
import { awayPage } from './away-page.ts';

test('[SHL-123] the page for a server that is away says so in the language and the look of the person, and brings all it needs', () => {
  const text = awayPage({
    title: 'Away <now>',
    text: 'Kept & merged',
    retry: 'Again',
    language: 'he',
    direction: 'rtl',
    colorScheme: 'dark',
  });
  const page = new DOMParser().parseFromString(text, 'text/html');
  expect([
    page.title,
    page.querySelector('p')?.textContent,
    page.documentElement.lang,
    page.documentElement.dir,
  ]).toEqual(['Away <now>', 'Kept & merged', 'he', 'rtl']);
  expect(text).toContain('color-scheme: dark');
  expect(page.querySelectorAll('[src], [href]')).toHaveLength(0);
});
