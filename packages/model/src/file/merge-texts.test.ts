import { describe, expect, test } from 'vitest';
import { mergeTexts } from './merge-texts.ts';

const base = 'one\ntwo\nthree\nfour\n';

describe('[AIA-042] two versions of a text are put together by lines', () => {
  test('changes of different lines both stand, whoever made them', () => {
    expect(mergeTexts(base, 'ONE\ntwo\nthree\nfour\n', 'one\ntwo\nthree\nFOUR\n')).toBe('ONE\ntwo\nthree\nFOUR\n');
    expect(mergeTexts(base, 'one\ntwo\nfour\n', 'zero\none\ntwo\nthree\nfour\n')).toBe('zero\none\ntwo\nfour\n');
    expect(mergeTexts(base, 'one\nnew\ntwo\nthree\nfour\n', 'one\n2\nthree\nfour\nfive\n')).toBe(
      'one\nnew\n2\nthree\nfour\nfive\n',
    );
  });

  test('what both have done alike is done once', () => {
    expect(mergeTexts(base, 'one\n2\nthree\nfour\n', 'one\n2\nthree\nfour\nfive\n')).toBe(
      'one\n2\nthree\nfour\nfive\n',
    );
    expect(mergeTexts(base, `${base}five\n`, `${base}five\n`)).toBe(`${base}five\n`);
  });

  test('a line that both have changed, deleted or filled differently is nobody’s to choose', () => {
    expect(mergeTexts(base, 'one\n2\nthree\nfour\n', 'one\nII\nthree\nfour\n')).toBeNull();
    expect(mergeTexts(base, 'one\nthree\nfour\n', 'one\ntwo!\nthree\nfour\n')).toBeNull();
    expect(mergeTexts(base, 'one\nx\ntwo\nthree\nfour\n', 'one\ny\ntwo\nthree\nfour\n')).toBeNull();
    expect(mergeTexts('a', 'ab', 'ac')).toBeNull();
    expect(mergeTexts(base, '', 'one\ntwo\nthree!\nfour\n')).toBeNull();
  });

  test('one of the three may be as another', () => {
    expect(mergeTexts(base, base, 'x')).toBe('x');
    expect(mergeTexts(base, 'x', base)).toBe('x');
    expect(mergeTexts('', 'a\n', '')).toBe('a\n');
  });

  test('changes of random lines are both there where they do not meet', () => {
    let seed = 7;
    const next = (most: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % most;
    };
    for (let round = 0; round < 200; round++) {
      const lines = Array.from({ length: 12 }, (_, i) => `line ${i}\n`);
      const cut = 2 + next(8);
      const [one, other] = [[...lines], [...lines]];
      one.splice(next(cut), next(3), `one ${round}\n`);
      if (one.slice(-(12 - cut)).join('') !== lines.slice(cut).join('')) continue;
      other[cut + next(12 - cut)] = `other ${round}\n`;
      const merged = mergeTexts(lines.join(''), one.join(''), other.join(''));
      expect(merged).toContain(`one ${round}\n`);
      expect(merged).toContain(`other ${round}\n`);
    }
  });
});
