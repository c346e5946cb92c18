import { plainText } from '../block/ansi.ts';

/** What a kernel says of a name: the call, and what it is for. */
export interface Documentation {
  signature: string | null;
  text: string;
}

/** Headings of the kernel's answer; what stands under the last ones helps nobody who writes. */
const headings =
  /^(Signature|Call signature|Init signature|Docstring|Class docstring|Init docstring|Call docstring|Type|String form|Length|File|Subclasses|Source|Namespace|Base Class):[ \t]*/;

/** Reads the kernel's answer to an inspection (IPython's form); an answer of another form is text as it is. */
export function readDocumentation(answer: string): Documentation {
  const parts = new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of plainText(answer).split('\n')) {
    const [found, heading = ''] = headings.exec(line) ?? [];
    if (found === undefined) lines.push(line);
    else {
      lines = [line.slice(found.length)];
      parts.set(heading, lines);
    }
  }
  const part = (...names: string[]) =>
    names.map((name) => parts.get(name)?.join('\n').trim() ?? '').find((text) => text !== '');
  if (parts.size === 0) return { signature: null, text: lines.join('\n').trim() };
  const signature = part('Signature', 'Init signature', 'Call signature');
  const docs = part('Docstring', 'Class docstring', 'Init docstring');
  const kind = part('Type');
  const form = part('String form');
  if (docs !== undefined && signature === undefined) return calledInText(docs);
  return { signature: signature ?? null, text: docs ?? [kind, form].filter((text) => text !== undefined).join('\n') };
}

/** What is written in C has no signature of its own, but its text often begins with one. */
function calledInText(docs: string): Documentation {
  const [first = '', ...rest] = docs.split('\n');
  return /^[\w.]+\(.*\)/.test(first)
    ? { signature: first, text: rest.join('\n').trim() }
    : { signature: null, text: docs };
}

/**
 * The name with what it is an attribute of that ends at a place in code: `math.hypot`. Empty where there is none, as
 * for an attribute of what a call gives.
 */
export function nameBefore(code: string, at: number): string {
  return (
    /(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*$/u.exec(
      code.slice(Math.max(0, at - 500), at),
    )?.[0] ?? ''
  );
}

/** The first paragraph: what stands beside the cursor while arguments are typed. */
export function firstParagraph(text: string): string {
  return text.split(/\n\s*\n/)[0]?.trim() ?? '';
}
