import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginningText, openDraft, type DraftKeeper } from './kept-drafts.ts';

const open: DraftKeeper[] = [];
/** An editor of the database `d` in a new tab, or in one that is reloaded. */
async function openTab(reloaded?: string): Promise<{ keeper: DraftKeeper; tab: string }> {
  sessionStorage.clear();
  if (reloaded !== undefined) sessionStorage.setItem(tabKey, reloaded);
  const keeper = await openDraft('ann', 'd');
  open.push(keeper);
  return { keeper, tab: sessionStorage.getItem(tabKey)! };
}
const tabKey = 'groma.sql-draft.ann.d';
const sql = (text: string) => ({ text, parameters: {} });
const textsOf = async (keeper: DraftKeeper) => (await keeper.readLeft()).map(({ text }) => text);

beforeEach(() => {
  localStorage.clear();
  let now = 1_000;
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 1));
});
afterEach(() => {
  for (const keeper of open.splice(0)) keeper.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('[SHL-123] [DBS-077] a reload of a tab finds the text and the parameters of its editor', async () => {
  const { keeper, tab } = await openTab();
  expect(keeper.first.text).toBe(beginningText);
  keeper.keep({ text: 'SELECT 1', parameters: { station: 'S1' } });
  keeper.close();
  const again = (await openTab(tab)).keeper;
  expect(again.first).toEqual({ text: 'SELECT 1', parameters: { station: 'S1' } });
  expect(await again.readLeft()).toEqual([]);
});

test('[SHL-123] a draft that is damaged hides no other', async () => {
  localStorage.setItem(`${tabKey}.damaged`, '{"text":');
  const { keeper } = await openTab();
  keeper.keep(sql('SELECT 1'));
  keeper.close();
  expect((await openTab()).keeper.first.text).toBe('SELECT 1');
});

test('[SHL-123] two tabs with the same database do not overwrite each other, through reloads', async () => {
  const [one, other] = [await openTab(), await openTab()];
  one.keeper.keep(sql('of the one'));
  other.keeper.keep(sql('of the other'));
  one.keeper.keep(sql('of the one, later'));
  expect(await textsOf(one.keeper)).toEqual([]);
  for (const { keeper } of [one, other]) keeper.close();
  const [otherAgain, oneAgain] = [await openTab(other.tab), await openTab(one.tab)];
  expect([otherAgain.keeper.first.text, oneAgain.keeper.first.text]).toEqual(['of the other', 'of the one, later']);
});

test('[SHL-123] what a closed tab left is listed, and opened in place of the present text, which is left then', async () => {
  const [one, other] = [await openTab(), await openTab()];
  one.keeper.keep(sql('of the one'));
  other.keeper.keep(sql('of the other'));
  for (const { keeper } of [one, other]) keeper.close();
  const { keeper } = await openTab();
  expect([keeper.first.text, await textsOf(keeper)]).toEqual(['of the other', ['of the one']]);
  const [left] = await keeper.readLeft();
  expect(keeper.swap(left!.id)).toEqual(sql('of the one'));
  expect(await textsOf(keeper)).toEqual(['of the other']);
  expect(keeper.swap(left!.id)).toBeNull();
  keeper.keep(sql('of the one, changed'));
  expect(keeper.swap((await keeper.readLeft())[0]!.id)).toEqual(sql('of the other'));
  expect(await textsOf(keeper)).toEqual(['of the one, changed']);
  keeper.discard((await keeper.readLeft())[0]!.id);
  expect(await textsOf(keeper)).toEqual([]);
});

test('[SHL-123] a tab that is opened beside another begins with its text and leaves nothing behind where nothing was written', async () => {
  const first = await openTab();
  first.keeper.keep(sql('SELECT 1'));
  const second = await openTab();
  expect(second.keeper.first.text).toBe('SELECT 1');
  second.keeper.close();
  expect(await textsOf(first.keeper)).toEqual([]);
});

test('[SHL-123] the one draft that all tabs had before is taken over', async () => {
  localStorage.setItem(tabKey, JSON.stringify(sql('kept long ago')));
  const { keeper } = await openTab();
  expect([keeper.first.text, await textsOf(keeper), localStorage.getItem(tabKey)]).toEqual(['kept long ago', [], null]);
});

test('[SHL-123] where the browser has no room, that is told', async () => {
  const { keeper } = await openTab();
  vi.stubGlobal('localStorage', {
    setItem() {
      throw new DOMException('', 'QuotaExceededError');
    },
  });
  expect(keeper.keep(sql('SELECT 1'))).toBe(false);
});

test('[SHL-122] another person does not find it', async () => {
  (await openTab()).keeper.keep(sql("Ann's"));
  const ben = await openDraft('ben', 'd');
  open.push(ben);
  expect([ben.first.text, await ben.readLeft()]).toEqual([beginningText, []]);
});
