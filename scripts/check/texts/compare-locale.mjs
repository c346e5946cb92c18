import { askedKey, pluralForm } from './flatten-texts.mjs';

const place = /\{\{?(\w+)\}?\}/g;

/** Values of the catalogue that are English words of the server; a translation may say it without them. */
const englishWords = new Set(['action', 'subject', 'noun', 'part', 'remedy', 'scope']);

/**
 * What is wrong with one noun of a translation. What is not there yet is no fault: English stands in for it.
 *
 * @param {Map<string, string>} english
 * @param {Map<string, string>} translated
 * @param {object} language
 * @param {readonly string[]} language.forms the plural forms of the language
 * @param {readonly string[]} language.exact those that stand for one number only, so that a word may say it (“two
 * layers”)
 * @param {(text: string) => boolean} language.maySayTheSame whether a text may be the same as in English
 * @returns {{ key: string, text: string }[]}
 */
export function compareLocale(english, translated, { forms, exact, maySayTheSame }) {
  const asked = new Set([...english.keys()].map((key) => askedKey(key, english)));
  const faults = [];
  for (const [key, text] of translated) {
    const stem = askedKey(key, translated);
    const form = pluralForm(key, translated);
    const source =
      form === undefined ? english.get(key) : (english.get(`${stem}_${form}`) ?? english.get(`${stem}_other`));
    if (source === undefined || !asked.has(stem)) faults.push({ key, text: 'is no key of English' });
    else {
      // Where a form counts several numbers (21 in Russian), what English says of one does not fit it: it may follow
      // the other form.
      const wider = form === undefined || exact.includes(form) ? undefined : english.get(`${stem}_other`);
      const found = compareText(key, source, text, exact.includes(form));
      if (wider === undefined || compareText(key, wider, text, false).length > 0) faults.push(...found);
      if (text === source && /\p{L}{2}/u.test(text.replace(place, '')) && !maySayTheSame(text))
        faults.push({ key, text: `says the same as English: “${text}”` });
    }
  }
  return [...faults, ...comparePlurals(english, translated, forms)];
}

function compareText(key, source, text, isExact) {
  if (text.trim() === '') return [{ key, text: 'is empty' }];
  const wanted = placesOf(source);
  const found = placesOf(text);
  const counts = new Set(isExact ? ['count', 'n'] : []);
  const mayLack = (name) => englishWords.has(name) || counts.has(name);
  const lost = [...wanted].filter((name) => !found.has(name) && !mayLack(name));
  const added = [...found].filter((name) => !wanted.has(name));
  return [
    ...lost.map((name) => ({ key, text: `lacks {{${name}}}` })),
    ...added.map((name) => ({ key, text: `fills in {{${name}}}, which English does not` })),
  ];
}

function comparePlurals(english, translated, forms) {
  const stems = new Set(
    [...english.keys()].filter((key) => pluralForm(key, english) !== undefined).map((key) => askedKey(key, english)),
  );
  return [...stems].flatMap((stem) => {
    const found = ['zero', 'one', 'two', 'few', 'many', 'other'].filter((form) => translated.has(`${stem}_${form}`));
    if (found.length === 0)
      return translated.has(stem) ? [{ key: stem, text: `needs the forms ${forms.join(', ')}` }] : [];
    const lost = forms.filter((form) => !found.includes(form));
    const mayAdd = [...forms, ...(english.has(`${stem}_zero`) ? ['zero'] : [])];
    const added = found.filter((form) => !mayAdd.includes(form));
    return lost.length + added.length === 0
      ? []
      : [{ key: stem, text: `has the forms ${found.join(', ')}; the language has ${forms.join(', ')}` }];
  });
}

function placesOf(text) {
  return new Set([...text.matchAll(place)].map(([, name]) => name));
}
