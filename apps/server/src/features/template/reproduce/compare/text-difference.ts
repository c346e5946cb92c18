import type { DifferentLine, OutputDifference } from '@groma/model';
import { diffLines } from 'diff';
import { findSecrets } from '../../publish/exposure/find-secrets.ts';

type TextDifference = Extract<OutputDifference, { kind: 'text' }>;

/** Of a difference so many lines are kept, each so long, with so many around it that are the same. */
const mostLines = 200;
const mostCharacters = 500;
const around = 2;
/** Texts that are longer, or differ in more places, are not told apart by lines. */
const longest = 500_000;
const mostEdits = 1_000;
const mostMs = 2_000;

/**
 * What differs between two texts, line by line. Where a line looks like a secret nothing of it is shown: what is
 * published was looked through for them, what has been made anew was not.
 */
export function textDifference(index: number | null, published: string, ran: string): TextDifference {
  const all = published.length + ran.length > longest ? null : linesOf(published, ran);
  const near = all && nearDifferences(all);
  const kept = near && near.slice(0, mostLines);
  // In whole lines: half a secret no longer looks like one.
  if (kept && findSecrets(kept.map(({ text }) => text).join('\n')).length > 0)
    return { kind: 'text', index, lines: null, isCut: false, isWithheld: true };
  const lines = kept && kept.map((line) => ({ ...line, text: line.text.slice(0, mostCharacters) }));
  const isCut = !near || near.length > mostLines || near.some(({ text }) => text.length > mostCharacters);
  return { kind: 'text', index, lines, isCut };
}

function linesOf(published: string, ran: string): DifferentLine[] | null {
  const changes = diffLines(published, ran, { maxEditLength: mostEdits, timeout: mostMs });
  return (
    changes?.flatMap(({ value, added, removed }) =>
      value
        .replace(/\n$/, '')
        .split('\n')
        .map((text) => ({ in: added ? ('new' as const) : removed ? ('published' as const) : ('both' as const), text })),
    ) ?? null
  );
}

/** The lines that differ, with a few around them. */
function nearDifferences(lines: readonly DifferentLine[]): DifferentLine[] {
  const isNear = new Set<number>();
  for (const [i, line] of lines.entries())
    if (line.in !== 'both') for (let near = i - around; near <= i + around; near += 1) isNear.add(near);
  return lines.filter((_, i) => isNear.has(i));
}
