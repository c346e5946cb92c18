import chardet from 'chardet';
import type { LegacyEncoding } from '@groma/model';
import { decodeBytes, replacement } from './text-decoder.ts';
import { encodingNamed, encodings } from './encoding-named.ts';

/**
 * How sure an encoding is: `certain` where the bytes can be nothing else (ASCII, a mark, valid UTF-8), `declared` where
 * the file says it and its bytes agree, `likely` where much text speaks for one encoding, `unsure` where a person has
 * to look.
 */
export type EncodingCertainty = 'certain' | 'declared' | 'likely' | 'unsure';
export interface EncodingGuess {
  encoding: LegacyEncoding;
  certainty: EncodingCertainty;
}

/** Below so many bytes beyond ASCII, statistics of letters say little. */
const telling = 200;
/**
 * Confidence of chardet, in percent, from which it is believed, and by how much it has to be ahead of other encodings.
 */
const believed = 40;
const lead = 15;
/** Encodings that agree on nearly all letters: which of them it is makes no difference to who reads the text. */
const families: readonly (readonly LegacyEncoding[])[] = [
  ['windows-1252', 'iso-8859-15'],
  ['windows-1254', 'iso-8859-9'],
  ['windows-1250', 'iso-8859-2'],
];

/**
 * Guesses the encoding of text that is not UTF-8: by how its words look in each encoding, together with the statistics
 * of chardet. @param sample some of the text, best with each word once.
 */
export function guessEncoding(sample: Uint8Array): EncodingGuess {
  const votes = new Map<LegacyEncoding, number>();
  for (const { name, confidence } of chardet.analyse(sample)) {
    const encoding = encodingNamed(name);
    if (encoding !== null && encoding !== 'utf-8') votes.set(encoding, Math.max(votes.get(encoding) ?? 0, confidence));
  }
  const ranked = encodings
    .filter((encoding) => !encoding.startsWith('utf-'))
    .map((encoding, place) => ({
      encoding,
      score: plausibility(decodeBytes(sample, encoding)) + (votes.get(encoding) ?? 0) / 400 - place / 1_000,
    }))
    .toSorted((one, other) => other.score - one.score);
  const { encoding } = ranked[0]!;
  return { encoding, certainty: isLikely(sample, encoding, votes) ? 'likely' : 'unsure' };
}

/** Whether a text can be in an encoding at all: no byte of it is left over, and none is a control character. */
export function fitsEncoding(sample: Uint8Array, encoding: LegacyEncoding): boolean {
  const text = decodeBytes(sample, encoding);
  return !text.includes(replacement) && !/[\u0080-\u009f]/.test(text);
}

function isLikely(sample: Uint8Array, encoding: LegacyEncoding, votes: ReadonlyMap<LegacyEncoding, number>): boolean {
  const beyondAscii = sample.reduce((sum, byte) => sum + Number(byte > 0x7f), 0);
  const alike = families.find((family) => family.includes(encoding)) ?? [encoding];
  const own = Math.max(...alike.map((each) => votes.get(each) ?? 0));
  const others = Math.max(
    0,
    ...[...votes].filter(([each]) => !alike.includes(each)).map(([, confidence]) => confidence),
  );
  return beyondAscii >= telling && own >= believed && own - others >= lead && fitsEncoding(sample, encoding);
}

const letter = /\p{L}|\p{M}/u;
const wide = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;
const scripts: readonly RegExp[] = [
  /\p{sc=Latin}/u,
  /\p{sc=Cyrl}/u,
  /\p{sc=Grek}/u,
  /\p{sc=Hebr}/u,
  /\p{sc=Arab}/u,
  /\p{sc=Thai}/u,
  wide,
];

/**
 * How much a text looks like words, for each character beyond ASCII: 1 where all of them stand where letters stand,
 * below 0 where they do not.
 */
function plausibility(text: string): number {
  let score = 0;
  let count = 0;
  for (const [word] of text.matchAll(/[^\s\p{P}\d]+|\P{ASCII}/gu)) {
    const letters = [...word];
    const odd = letters.filter((each) => each > '\x7f');
    count += odd.length;
    score +=
      odd.reduce((sum, each) => sum + worth(each), 0) -
      odd.length * (isMixed(word) ? 2 : 0) -
      odd.length * (isOvergrown(letters, odd) ? 1 : 0) -
      misplacedCharacters(word);
  }
  return count === 0 ? 0 : score / count;
}

function worth(character: string): number {
  if (!letter.test(character)) return /[\p{P}\p{Z}°²³€§]/u.test(character) ? 0.2 : -2;
  // Letters that live texts hardly have: raised and lowered ones, half-width katakana, private use, ligatures.
  return /[\u2070-\u209f\uff61-\uff9f\ue000-\uf8ff\ufb00-\ufdff]/.test(character) ? -1 : 1;
}

function isMixed(word: string): boolean {
  return scripts.filter((script) => script.test(word)).length > 1;
}

/** Latin words have few letters with marks; Cyrillic in a code page of the west looks like nothing but such. */
function isOvergrown(letters: readonly string[], odd: readonly string[]): boolean {
  return odd.length > 2 && odd.length > letters.length / 2 && odd.every((each) => /\p{sc=Latin}/u.test(each));
}

/** Capitals and raised digits within a word, and a second capital at its beginning that is not ASCII. */
function misplacedCharacters(word: string): number {
  return [...word.matchAll(/\p{Ll}(?=\p{Lu})|\p{Lu}(?=(?!\p{ASCII})\p{Lu}\p{Ll})|\p{L}(?=[¹²³]\p{L})/gu)].length * 2;
}
