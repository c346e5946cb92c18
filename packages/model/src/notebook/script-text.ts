/** Text as it stands in a script of a page: nothing in it ends the script, or begins a comment of the page. */
export function scriptText(text: string): string {
  return text.replaceAll(/<\/(script)/gi, String.raw`<\/$1`).replaceAll('<!--', String.raw`<\!--`);
}
