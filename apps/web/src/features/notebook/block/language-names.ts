/** Names of the languages of code blocks as people write them. */
export const languageNames: Readonly<Record<string, string>> = {
  python: 'Python',
  javascript: 'JavaScript',
  r: 'R',
  sql: 'SQL',
};
