import { expect, test } from 'vitest';
import { projectPathOf } from './project-path.ts';

test('addresses in a text lead to files of the project, or nowhere', () => {
  const from = (address: string) => projectPathOf(address, '/data/docs');
  expect(['a.png', './b.png', '../c%20d.png', '/data/e.png', 'a.png?x#y'].map(from)).toEqual([
    '/data/docs/a.png',
    '/data/docs/b.png',
    '/data/c d.png',
    '/data/e.png',
    '/data/docs/a.png',
  ]);
  expect(
    [
      'https://x.org/a.png',
      '//x.org/a',
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      '#part',
      '../../etc/passwd',
      '/etc/passwd',
      '',
    ].map(from),
  ).toEqual(Array.from({ length: 8 }, () => null));
});
