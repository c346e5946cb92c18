// People who type at random in the same text, as `npm run typing -- 2000 --seed 7` does for longer: what a person types
// is what is kept, with the carets of others anywhere in it.
import { expect, test } from '@playwright/test';
import { makeWorkspace, shareWith, signUp, type Person } from './person.ts';
import { act, type Typist } from './typing/actions.ts';
import { contentOf, openPlace, placeKinds, textOf, type Place } from './typing/places.ts';
import { randomOf } from './typing/random.ts';

const rounds = Number(process.env['GROMA_TYPING_ROUNDS'] ?? 24);
const seed = Number(process.env['GROMA_TYPING_SEED'] ?? 1);
/** So many rounds are typed in one text; then comes the next one. */
const roundsOfPlace = Math.min(25, Math.ceil(rounds / placeKinds.length));
const perPlaceMs = 300_000;

let people: Person[] = [];
let typists: Typist[] = [];
let projectId: string;

// A race that is lost once is a failure: no second try.
test.describe.configure({ mode: 'serial', retries: 0 });
test.beforeAll(async ({ browser }) => {
  people = await Promise.all(['ann', 'ben', 'len'].map((name) => signUp(browser, name)));
  const [ann, ...others] = people as [Person, ...Person[]];
  await makeWorkspace(ann, 'Typing');
  projectId = ann.page.url().split('/').at(-1)!;
  for (const other of others) {
    await shareWith(ann, other);
    await other.page.goto(ann.page.url());
  }
  typists = await Promise.all(
    people.map(async ({ page, context, username }) => ({
      name: username,
      page,
      input: await context.newCDPSession(page),
    })),
  );
});
test.afterAll(async () => {
  for (const { context } of people) await context.close();
});

/**
 * Texts that nobody types: names, the joiners around names in other editors, and the signs that stand for folded or
 * hidden text.
 */
const isForeign = (text: string) =>
  /[\u2060\u2026\u2022\u200b]|"marks"/.test(text) || people.some(({ username }) => text.includes(username));

/** Types for some rounds and says how many they were: fewer when the block was deleted, or its making undone. */
async function typeTogether(
  place: Place,
  here: readonly Typist[],
  placeSeed: number,
  mostRounds: number,
): Promise<number> {
  const random = randomOf(placeSeed);
  const done: string[] = [];
  for (let round = 0; round < mostRounds; round += 1) {
    // All at once, or one while the others' carets stand still.
    const active = random.below(3) === 0 ? here : [random.pick(here)];
    await Promise.all(
      active.map(async (typist, index) => {
        const own = randomOf(placeSeed * 1_000 + round * 10 + index);
        await textOf(typist.page, place).focus();
        for (let count = 1 + own.below(4); count > 0; count -= 1)
          done.push(`${typist.name.slice(0, 3)} ${await act(typist, place, own)}`);
      }),
    );
    const what = `${place.kind}, seed ${placeSeed}, round ${round}: ${done.slice(-30).join(' · ')}`;
    let contents: string[] = [];
    await expect(async () => {
      contents = await Promise.all(here.map(async ({ page }) => JSON.stringify(await contentOf(page))));
      for (const content of contents) expect(content, what).toBe(contents[0]);
    }).toPass({ timeout: 20_000, intervals: [30] });
    expect(isForeign(contents[0]!), `${what}: ${contents[0]}`).toBe(false);
    if ((await textOf(here[0]!.page, place).count()) === 0) return round + 1;
  }
  return mostRounds;
}

for (let number = 0; number * roundsOfPlace < rounds; number += 1) {
  const kind = placeKinds[number % placeKinds.length]!;
  const count = 2 + ((Math.floor(number / placeKinds.length) + number) % 2);
  test(`[NBK-126] ${count} people type at random: ${kind}, seed ${seed + number}`, async () => {
    test.setTimeout(perPlaceMs);
    const here = typists.slice(0, count);
    let typed = 0;
    for (let again = 0; typed < roundsOfPlace; again += 1) {
      const place = await openPlace(people.slice(0, count), projectId, kind, number + again * 10_000);
      typed += await typeTogether(place, here, seed + number + again * 10_000, roundsOfPlace - typed);
    }
  });
}
