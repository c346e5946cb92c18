import type { CDPSession, Page } from '@playwright/test';
import type { Random } from './random.ts';
import { textOf, type Place } from './places.ts';

/**
 * What is typed holds no `n`, which the names of all people do, so that a name in a text is never one that somebody
 * typed.
 */
const words = ['x', 'zq', 'x = 1', 'if x:', 'z(', '"q', ' ', '  ', '[x]', 'SELECT x', '# q', 'é', '\u{1F5FA}', 'q\tz'];
const moves = [
  'Home',
  'End',
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Control+Home',
  'Control+End',
  'Control+ArrowLeft',
];
const selections = [
  'Control+a',
  'Control+a',
  'Shift+ArrowLeft',
  'Shift+ArrowUp',
  'Shift+ArrowDown',
  'Shift+Home',
  'Shift+End',
  'Control+Shift+ArrowLeft',
  'Control+Shift+Home',
  'Control+Shift+End',
];
const changes = [
  'Enter',
  'Enter',
  'Backspace',
  'Delete',
  'Control+Backspace',
  'Control+z',
  'Control+z',
  'Control+y',
  'Control+c',
  'Control+x',
  'Control+v',
  'Control+v',
];
const foldings = ['Control+Alt+[', 'Control+Alt+]'];
const longestPauseMs = 600;
const composed = ['に', '日本', 'ü'];

export interface Typist {
  name: string;
  page: Page;
  input: CDPSession;
}

/** One thing that a person does, and how it is called in a report. */
export async function act({ page, input }: Typist, place: Place, random: Random): Promise<string> {
  const kind = random.below(13);
  if (kind === 12) {
    // As long as a person thinks: meanwhile carets come, which are told twice a second.
    const pauseMs = random.below(longestPauseMs);
    await page.waitForTimeout(pauseMs);
    return `waited ${pauseMs}`;
  }
  if (kind < 4) {
    const word = random.pick(words);
    if (word.includes('\t')) await page.keyboard.insertText(word);
    else await page.keyboard.type(word, { delay: random.below(3) * 20 });
    return JSON.stringify(word);
  }
  if (kind === 4) return compose(input, random);
  const key = random.pick(kind === 5 && !place.isProse ? foldings : kind < 7 ? moves : kind < 9 ? selections : changes);
  // A block that is emptied goes at the next Backspace, and with it the place.
  if (/Backspace/.test(key) && !place.isProse && (await isEmpty(page, place))) return 'nothing';
  await page.keyboard.press(key);
  return key;
}

/** A composition as an input method makes it: shown while it is chosen, then written. */
async function compose(input: CDPSession, random: Random): Promise<string> {
  const text = random.pick(composed);
  for (let length = 1; length <= text.length; length += 1)
    await input.send('Input.imeSetComposition', {
      text: text.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    });
  await input.send('Input.insertText', { text });
  return `composed ${text}`;
}

const isEmpty = (page: Page, place: Place) =>
  textOf(page, place).evaluate((text) => text.textContent.trim().length < 2);
