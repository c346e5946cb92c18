import { closeForGood } from '@groma/protocol';
import { threadsDocumentId } from '@groma/model';
import { liveRoom } from '../../../platform/live/live-room.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Room, Visit } from '../../../platform/room/room.ts';
import type { NotebooksChanged } from '../record/notebook-records.ts';
import type { NotebookThreads } from './notebook-threads.ts';

/** The room `threads`: the comments of a notebook, to be followed by whoever may read it. Nobody writes here. */
export function createThreadsRoom({ access, documents, log, bus }: Platform, threads: NotebookThreads): Room {
  const visits = new Set<Visit>();
  const live = liveRoom({
    party: 'threads',
    subject: 'notebook',
    writeAction: null,
    documents,
    log,
    projectOf: (id) => access.projectOf('notebook', id),
    documentOf: threadsDocumentId,
  });
  bus.subscribe('notebooks-changed', ({ deletedIds = [] }: NotebooksChanged) => {
    for (const visit of visits) if (deletedIds.includes(visit.id)) visit.close(closeForGood, 'NOTEBOOK_NOT_FOUND');
  });
  return {
    ...live,
    async enter(visit) {
      visits.add(visit);
      visit.onLeave(() => {
        visits.delete(visit);
      });
      await threads.ensure(visit.id);
      await live.enter(visit);
    },
  };
}
