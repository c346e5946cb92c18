/** A text as it stands in HTML, also between the quotes of an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll('\0', '');
}

/** A text without the colours of a terminal. */
export function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex -- colours of a terminal begin with the escape character
  return text.replaceAll(/\u001B\[[\d;]*[A-Za-z]/g, '');
}
