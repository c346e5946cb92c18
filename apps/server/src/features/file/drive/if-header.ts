import { GromaError } from '@groma/model';

/** One condition of an `If` header (RFC 4918 §10.4): that something has a lock or a content, or has it not. */
interface Condition {
  isNot: boolean;
  kind: 'token' | 'etag';
  value: string;
}

/** Conditions that hold together. */
interface ConditionList {
  /** The address of what they are about; undefined for what the request is about. */
  about: string | undefined;
  conditions: Condition[];
}

const parts = /\s*(?:<([^>]*)>|(\()|(\))|\[([^\]]*)\]|(Not)(?=[\s<[]))/giy;

/** Reads an `If` header into lists of which one must hold. @throws GromaError BAD_INPUT */
export function parseIfHeader(header: string): ConditionList[] {
  const lists: ConditionList[] = [];
  let about: string | undefined;
  let list: Condition[] | undefined;
  let isNot = false;
  parts.lastIndex = 0;
  const end = header.trimEnd().length;
  while (parts.lastIndex < end) {
    const [, angled, opening, closing, etag, not] = parts.exec(header) ?? refuse();
    if (!list) {
      if (angled !== undefined) about = angled;
      else if (opening !== undefined) list = [];
      else refuse();
    } else if (not !== undefined) isNot = true;
    else if (closing !== undefined) {
      if (list.length === 0 || isNot) refuse();
      lists.push({ about, conditions: list });
      list = undefined;
    } else if (angled !== undefined || etag !== undefined) {
      list.push({ isNot, kind: angled === undefined ? 'etag' : 'token', value: (angled ?? etag)!.trim() });
      isNot = false;
    } else refuse();
  }
  if (list || lists.length === 0) refuse();
  return lists;
}

/** Tokens of locks that a header names, which is how a caller shows to know of them. */
export function tokensNamed(lists: readonly ConditionList[]): Set<string> {
  return new Set(
    lists.flatMap(({ conditions }) => conditions.filter(({ kind }) => kind === 'token').map(({ value }) => value)),
  );
}

/** Whether one of the lists holds; `stateOf` tells the content and the locks of what a list is about. */
export async function holds(
  lists: readonly ConditionList[],
  stateOf: (about: string | undefined) => Promise<{ etag: string | undefined; tokens: ReadonlySet<string> }>,
): Promise<boolean> {
  for (const { about, conditions } of lists) {
    const { etag, tokens } = await stateOf(about);
    const isMet = ({ isNot, kind, value }: Condition) =>
      isNot !== (kind === 'token' ? tokens.has(value) : value.replace(/^W\//, '') === etag);
    if (conditions.every(isMet)) return true;
  }
  return false;
}

function refuse(): never {
  throw new GromaError('BAD_INPUT', { detail: 'If: lists of conditions are expected' });
}
