import { describe, expect, it } from 'vitest';
import { readRuleIds } from './read-rules.mjs';
import { readTestTitles } from './read-test-titles.mjs';
import { findUnreachable } from './report-rules.mjs';

const idsOf = (source) => readTestTitles('x.test.ts', source).map((one) => one.ids);

describe('rules and the tests that name them', () => {
  it('reads the ids of a page from its tables, not from its text', () => {
    expect(
      readRuleIds(
        'Rules NBK-001 to NBK-114.\n\n| id | rule |\n| --- | --- |\n| NBK-001 | As NBK-002. |\n| NBK-003 | x |',
      ),
    ).toEqual(['NBK-001', 'NBK-003']);
  });

  it.each([
    ["it('[NBK-012] x', () => {})", ['NBK-012']],
    ["test('[NBK-012, NBK-013] x', async () => {})", ['NBK-012', 'NBK-013']],
    ["it('[NBK-012] [MAP-001] x', () => {})", ['NBK-012', 'MAP-001']],
    ['it.each([1])(`[NBK-012] ${x}`, () => {})', ['NBK-012']],
    ["it.skipIf(isMissing)('[NBK-012] x', () => {})", ['NBK-012']],
    ["it('[NBK-001 to NBK-003] x', () => {})", ['NBK-001', 'NBK-003']],
    ["it('NBK-012 without brackets', () => {})", []],
  ])('%s names %j', (source, ids) => {
    expect(idsOf(source)).toEqual([ids]);
  });

  it('gives a test the rules of the groups around it, and only of those', () => {
    const source =
      "describe('[MAP-001] a', () => { it('[MAP-002] b', () => {}) })\ndescribe('c', () => { it('d', () => {}) })";
    expect(idsOf(source)).toEqual([['MAP-001', 'MAP-002'], []]);
  });

  it('takes neither steps nor conditions nor hooks for tests', () => {
    expect(
      idsOf(
        "test('a', async () => { await test.step('b', async () => {}) })\ntest.skip(isSlow, 'c')\ntest.beforeEach(async () => {})",
      ),
    ).toHaveLength(1);
  });

  it('tells the rules that are proved of unreached code alone', () => {
    const source =
      "test('[SHL-001] a', () => { dead(1) })\ntest('[SHL-002] b', () => { dead(2) })\ntest('[SHL-002] c', () => { alive() })";
    expect([...findUnreachable(readTestTitles('x.test.ts', source), new Set(['dead']))]).toEqual([['SHL-001', 'dead']]);
  });
});
