import { create } from 'zustand';
import { errorText, queryClient } from '../../../platform/api.ts';
import { endOfWork } from '../../../platform/follow-work.ts';
import { readPublishing, type NamedPublishable } from './publication-calls.ts';
import { sayDone, sayFailed } from './publication-toasts.ts';
import type { Publishable } from './publishable.ts';

/** How far the publishing of something is. */
export interface Publishing {
  operationId: string;
  version: string;
  /** 0 to 100. */
  progress: number;
  step: string | null;
  status: 'running' | 'completed' | 'canceled' | 'failed';
  failure: string | null;
}

const keyOf = ({ type, id }: Publishable) => `${type}:${id}`;

const publishingStore = create<{ all: ReadonlyMap<string, Publishing> }>(() => ({ all: new Map() }));

/** The key of a publication in the cache of queries. */
export const publicationKey = ({ type, id }: Publishable) => ['publication', type, id] as const;

/** What this page is publishing, or has published, of a thing: it goes on while the dialog is closed. */
export function usePublishing(thing: Publishable): Publishing | undefined {
  return publishingStore(({ all }) => all.get(keyOf(thing)));
}

function set(thing: Publishable, change: Publishing | null): void {
  publishingStore.setState(({ all }) => {
    const kept = new Map(all);
    if (change) kept.set(keyOf(thing), change);
    else kept.delete(keyOf(thing));
    return { all: kept };
  });
}

/** Forgets what became of it. */
export function forgetPublishing(thing: Publishable): void {
  set(thing, null);
}

/** Follows an operation that publishes to its end and says what became of it, whether the dialog is open or not. */
export async function followPublishing(
  thing: NamedPublishable,
  { operationId, version, isNew }: { operationId: string; version: string; isNew: boolean },
): Promise<void> {
  const act = isNew ? 'create' : 'update';
  const begun: Publishing = { operationId, version, progress: 0, step: null, status: 'running', failure: null };
  set(thing, begun);
  void queryClient.invalidateQueries({ queryKey: ['operations', thing.projectId] });
  try {
    const ended = await endOfWork(
      () => readPublishing(operationId),
      ({ job_status: status }) => status !== 'in progress',
      ({ progress, currentSubTask: step }) => set(thing, { ...begun, progress, step }),
    );
    await queryClient.invalidateQueries({ queryKey: publicationKey(thing) });
    if (ended.status === 'Completed') {
      set(thing, { ...begun, progress: 100, status: 'completed' });
      sayDone(act, thing);
    } else if (ended.status === 'Failed') fail(ended.failedMessage ?? '');
    else set(thing, { ...begun, status: 'canceled' });
  } catch (error) {
    fail(errorText(error));
  }

  function fail(failure: string): void {
    set(thing, { ...begun, status: 'failed', failure });
    sayFailed(act, thing, failure);
  }
}
