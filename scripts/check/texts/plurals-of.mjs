const order = ['zero', 'one', 'two', 'few', 'many', 'other'];

/**
 * The plural forms of a locale, and those of them that stand for a single number: `one` does in German, in Russian it
 * also counts 21.
 *
 * @param {string} locale one of ours (`ph`)
 * @returns {{ forms: string[], exact: string[] }}
 */
export function pluralsOf(locale) {
  const rules = new Intl.PluralRules(locale === 'ph' ? 'fil' : locale);
  const categories = rules.resolvedOptions().pluralCategories;
  const counted = Array.from({ length: 1_001 }, (_, count) => rules.select(count));
  const forms = order.filter((form) => categories.includes(form));
  return { forms, exact: forms.filter((form) => counted.filter((each) => each === form).length === 1) };
}
