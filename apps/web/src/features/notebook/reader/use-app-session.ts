import type { AppBlock, AppValues } from '@groma/protocol';
import { useEffect, useReducer, useRef } from 'react';
import { enterSession, runSession } from './app-calls.ts';
import { firstState, stateAfter, type AppStage, type AppState } from './app-state.ts';

interface Wanted {
  templateId: string;
  version: string;
  /** All readers are in one session. */
  isShared: boolean;
  blocks: readonly AppBlock[];
}

interface AppSession extends AppState {
  /** Sets inputs and runs, in the session there is or a new one. */
  run(changes?: AppValues): void;
  /** Leaves the session, or the queue. */
  leave(): void;
}

/** The way to a session: its name, once it is known, and what the reader has changed until then. */
interface Open {
  readonly aborter: AbortController;
  session: string | null;
  changes: AppValues;
}

type Change = (state: AppState) => AppState;

const at =
  (stage: AppStage): Change =>
  (state) => ({ ...state, stage });

/** The session that a reader has or will have: it is entered with the first run, and left with the page. */
export function useAppSession({ templateId, version, isShared, blocks }: Wanted): AppSession {
  const [state, change] = useReducer((before: AppState, make: Change) => make(before), blocks, firstState);
  const values = useRef(state.values);
  const open = useRef<Open | null>(null);

  const send = (session: string): void => {
    runSession(session, values.current).catch((error: unknown) => {
      open.current?.aborter.abort();
      open.current = null;
      change(at({ name: 'failed', error }));
    });
  };

  const enter = async (changes: AppValues): Promise<void> => {
    const own: Open = { aborter: new AbortController(), session: null, changes };
    open.current = own;
    change(at({ name: 'waiting', place: null }));
    try {
      for await (const event of enterSession(templateId, version, own.aborter.signal)) {
        if (open.current !== own) return;
        // In a session of one's own what is told of a run may be older than what the reader has set since.
        const told = event.type === 'run' && !isShared ? { ...event, values: values.current } : event;
        change((before) => stateAfter(before, told));
        if (told.type === 'run') values.current = told.values;
        // The next run enters another one.
        if (event.type === 'ended') return;
        if (event.type !== 'ready') continue;
        own.session = event.session;
        const isBegun = event.cells.length > 0;
        if (isBegun) values.current = { ...event.values, ...own.changes };
        // Who enters what others have run sees that, and changes nothing by it.
        if (!isBegun || Object.keys(own.changes).length > 0) send(event.session);
      }
      throw new TypeError('The connection has ended.');
    } catch (error) {
      if (open.current === own) change(at({ name: 'failed', error }));
    } finally {
      if (open.current === own) open.current = null;
    }
  };

  const run = (changes: AppValues = {}): void => {
    values.current = { ...values.current, ...changes };
    const next = values.current;
    change((before) => ({ ...before, values: next }));
    if (!open.current) void enter({ ...changes });
    else if (open.current.session === null) Object.assign(open.current.changes, changes);
    else send(open.current.session);
  };

  const leave = (): void => {
    open.current?.aborter.abort();
    open.current = null;
    change(at({ name: 'left' }));
  };

  useEffect(() => () => open.current?.aborter.abort(), []);
  return { ...state, run, leave };
}
