import { isStale, referenceOf } from '../../platform/origin/origin.ts';
import { isOfPeople, type CurrentOrigin } from './current-origins.ts';
import { referenceOfThing } from './origin-thing.ts';

/** Why something that is out of date is not made again. */
export type LeftReason = 'notebook' | 'workflow' | 'gone' | 'withdrawn' | 'written';

/** Whether a thing was made of something, or by a tool of people, that has changed since. */
export function isOutdated({ inputs, tool }: Pick<CurrentOrigin, 'inputs' | 'tool'>): boolean {
  return tool?.isChanged === true || inputs.some(isStale);
}

/**
 * Why a thing cannot be made again without its person: code runs in its notebook, a workflow as a whole, inputs are
 * gone, or it was written by hand.
 */
export function reasonToLeave(origin: CurrentOrigin): LeftReason | null {
  const { kind, inputs, isWritten, tool } = origin;
  if (kind === 'notebook' || kind === 'workflow') return kind;
  if (inputs.some((input) => input.current === null && referenceOf(input) !== null)) return 'gone';
  if (isOfPeople(origin) && !tool) return 'withdrawn';
  return isWritten ? 'written' : null;
}

/**
 * What is out of date, or will be once what it was made of has been made again, in an order in which each comes after
 * what it was made of. `isWanted` chooses things; what they depend on is among them. Things that were made of each
 * other come once, in the order in which they were made.
 */
export function outdatedInOrder(
  origins: readonly CurrentOrigin[],
  isWanted: (origin: CurrentOrigin) => boolean = () => true,
): CurrentOrigin[] {
  const byReference = new Map(origins.map((origin) => [referenceOfThing(origin.thing), origin]));
  const order: CurrentOrigin[] = [];
  const seen = new Map<CurrentOrigin, boolean>();
  const visit = (origin: CurrentOrigin): boolean => {
    const known = seen.get(origin);
    if (known !== undefined) return known;
    // Until it is known: a circle is not followed.
    seen.set(origin, false);
    const before = origin.inputs.flatMap((input) => byReference.get(referenceOf(input) ?? '') ?? []);
    const follows = before.map(visit).some(Boolean);
    const isOld = isOutdated(origin) || follows;
    seen.set(origin, isOld);
    if (isOld) order.push(origin);
    return isOld;
  };
  for (const origin of origins) if (isWanted(origin)) visit(origin);
  return order;
}
