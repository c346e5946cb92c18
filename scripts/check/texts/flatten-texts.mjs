const pluralEnding = /_(zero|one|two|few|many|other)$/;

/**
 * The leaves of a tree of texts by the path of their names.
 *
 * @param {Record<string, any>} tree
 * @param {string} [prefix]
 * @returns {Map<string, string>} `share.title` → its text
 */
export function flattenTexts(tree, prefix = '') {
  return new Map(
    Object.entries(tree).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null
        ? [...flattenTexts(value, `${prefix}${name}.`)]
        : [[`${prefix}${name}`, String(value)]],
    ),
  );
}

/**
 * The key that code asks for: `count` of `count_one`, when there is a `count_other` beside it.
 *
 * @param {string} key
 * @param {{ has(key: string): boolean }} texts
 */
export function askedKey(key, texts) {
  const stem = key.replace(pluralEnding, '');
  return stem !== key && texts.has(`${stem}_other`) ? stem : key;
}

/** The plural form that a key is of (`one` of `count_one`), or undefined. */
export function pluralForm(key, texts) {
  return askedKey(key, texts) === key ? undefined : pluralEnding.exec(key)?.[1];
}
