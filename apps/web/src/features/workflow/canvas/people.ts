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

export function usePeople(awareness: Awareness): readonly PresentPerson[] {
  const [people, setPeople] = useState<readonly PresentPerson[]>([]);
  useEffect(() => {
    const update = () => setPeople(presentPeople(awareness.getStates(), awareness.clientID));
    update();
    awareness.on('change', update);
    return () => awareness.off('change', update);
  }, [awareness]);
  return people;
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
