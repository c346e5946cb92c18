import { cursorShareMs, workflowColor } from '@groma/model';
import { useEffect, useMemo, useState } from 'react';
import type { Awareness } from 'y-protocols/awareness';

interface Point {
  x: number;
  y: number;
}

/** Somebody else who has the workflow open in one of their windows. */
export interface PresentPerson {
  client: number;
  id: string;
  name: string;
  /** On the canvas; null while the pointer is elsewhere. */
  cursor: Point | null;
}

/** The others in a workflow, by what their windows share of them. What is malformed is left out. */
export function presentPeople(states: ReadonlyMap<number, unknown>, ownClient: number): PresentPerson[] {
  return [...states].flatMap(([client, state]) => {
    const { user, cursor } = (state ?? {}) as {
      user?: { id?: unknown; name?: unknown };
      cursor?: Partial<Point> | null;
    };
    if (client === ownClient || typeof user?.id !== 'string' || typeof user.name !== 'string') return [];
    const isPlaced = Number.isFinite(cursor?.x) && Number.isFinite(cursor?.y);
    return [{ client, id: user.id, name: user.name, cursor: isPlaced ? { x: cursor!.x!, y: cursor!.y! } : null }];
  });
}

/** The others in a workflow with their pointers, for what draws these. */
export function usePeople(awareness: Awareness): readonly PresentPerson[] {
  return useSteadyPeople(awareness, samePeople);
}

/** Who is in a workflow; not drawn anew when pointers move. */
export function usePresent(awareness: Awareness): readonly PresentPerson[] {
  return useSteadyPeople(awareness, samePresent);
}

type Compare = (one: readonly PresentPerson[], other: readonly PresentPerson[]) => boolean;

/** The others; the same list as before where nothing has changed that matters, as when one moves oneself. */
function useSteadyPeople(awareness: Awareness, isSame: Compare): readonly PresentPerson[] {
  const [people, setPeople] = useState<readonly PresentPerson[]>([]);
  useEffect(() => {
    const update = () => {
      const now = presentPeople(awareness.getStates(), awareness.clientID);
      setPeople((before) => (isSame(before, now) ? before : now));
    };
    update();
    awareness.on('change', update);
    return () => awareness.off('change', update);
  }, [awareness, isSame]);
  return people;
}

/** Whether two lists are of the same windows of the same people. */
function samePresent(one: readonly PresentPerson[], other: readonly PresentPerson[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ client, id, name }, at) => {
      const there = other[at]!;
      return client === there.client && id === there.id && name === there.name;
    })
  );
}

/** The same, with their pointers at the same places. */
function samePeople(one: readonly PresentPerson[], other: readonly PresentPerson[]): boolean {
  return (
    samePresent(one, other) &&
    one.every(({ cursor }, at) => {
      const there = other[at]!.cursor;
      return cursor?.x === there?.x && cursor?.y === there?.y;
    })
  );
}

/**
 * What this window shares of its person: colour, cursor and view (WFL-136, WFL-144), the newest at most 20 times a
 * second (WFL-137).
 */
export function useSharing(
  awareness: Awareness,
  userId: string,
): (field: 'cursor' | 'viewport', value: unknown) => void {
  const share = useMemo(() => pacedSharing(awareness), [awareness]);
  useEffect(() => {
    awareness.setLocalStateField('color', workflowColor(userId));
    return () => share.stop();
  }, [awareness, share, userId]);
  return share.set;
}

/** Shares fields of a state no more often than a cursor may be shared; of each field the newest value. */
export function pacedSharing(awareness: Pick<Awareness, 'setLocalStateField'>) {
  const waiting = new Map<string, unknown>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    if (waiting.size === 0) return;
    for (const [field, value] of waiting) awareness.setLocalStateField(field, value);
    waiting.clear();
    timer = setTimeout(flush, cursorShareMs);
  };
  return {
    set(field: string, value: unknown) {
      waiting.set(field, value);
      if (timer === undefined) flush();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting.clear();
    },
  };
}
