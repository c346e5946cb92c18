import { escapeHtml } from '@groma/model';

/** HTML that is safe to stand in a page as it is. */
export interface Markup {
  readonly markup: string;
}

/** What can be put into HTML: text is escaped, nothing is nothing. */
export type Piece = Markup | string | number | null | undefined | false | readonly Piece[];

/** HTML with pieces in it; whatever is not HTML already is escaped, also between the quotes of an attribute. */
export function markup(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return { markup: parts.reduce((whole, part, i) => whole + markupOf(pieces[i - 1]) + part) };
}

/** HTML that was made elsewhere and escapes what is in it. */
export function trusted(text: string): Markup {
  return { markup: text };
}

/** Data for a script element that no browser runs. */
export function jsonScript(data: unknown): Markup {
  return trusted(
    `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`,
  );
}

function markupOf(piece: Piece): string {
  if (piece === null || piece === undefined || piece === false) return '';
  if (typeof piece === 'string') return escapeHtml(piece);
  if (typeof piece === 'number') return String(piece);
  return 'markup' in piece ? piece.markup : piece.map(markupOf).join('');
}
