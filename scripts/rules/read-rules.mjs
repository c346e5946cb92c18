/**
 * The ids of the rules in one page: the first column of its tables.
 *
 * @param {string} page Markdown
 * @returns {string[]}
 */
export function readRuleIds(page) {
  return [...page.matchAll(/^\|\s*([A-Z]{2,5}-\d{3})\s*\|/gm)].map((match) => match[1]);
}
