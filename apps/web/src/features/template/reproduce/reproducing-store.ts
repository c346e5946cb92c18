import { template } from '@groma/protocol';
import { toast } from '@groma/ui';
import { create } from 'zustand';
import { api, errorText, queryClient } from '../../../platform/api.ts';
import { endOfWork } from '../../../platform/follow-work.ts';
import { t } from '../../../platform/text.ts';
import { loadPublication, readPublishing, type NamedPublishable } from '../publish/publication-calls.ts';
import { publicationKey } from '../publish/publishing-store.ts';

/** How far a version of a published notebook that runs again is; `progress` from 0 to 100. */
export interface Reproducing {
  operationId: string | null;
  version: string;
  progress: number;
  step: string | null;
}

const store = create<{ all: ReadonlyMap<string, Reproducing> }>(() => ({ all: new Map() }));

/** The run of a notebook that this page has begun; it goes on while the dialog is closed. */
export function useReproducing({ id }: Pick<NamedPublishable, 'id'>): Reproducing | undefined {
  return store(({ all }) => all.get(id));
}

function set(id: string, change: Reproducing | null): void {
  store.setState(({ all }) => {
    const kept = new Map(all);
    if (change) kept.set(id, change);
    else kept.delete(id);
    return { all: kept };
  });
}

/** Runs a version again, follows that to its end and says what came of it. */
export async function reproduce(thing: NamedPublishable, templateId: string, version: string): Promise<void> {
  const { id, projectId, name } = thing;
  if (store.getState().all.has(id)) return;
  const begun: Reproducing = { operationId: null, version, progress: 0, step: null };
  const say = { title: t('template.toastTitle', { type: t('template.type.NOTEBOOK'), name }), id: `reproduce:${id}` };
  set(id, begun);
  try {
    const params = { baseId: id, projectId, templateId };
    const { operation_id: operationId } = (
      await api.call(template.reproduceNotebookTemplate, { params, body: { version } })
    ).data;
    set(id, { ...begun, operationId });
    void queryClient.invalidateQueries({ queryKey: ['operations', projectId] });
    const ended = await endOfWork(
      () => readPublishing(operationId),
      ({ job_status: status }) => status !== 'in progress',
      ({ progress, currentSubTask: step }) => set(id, { ...begun, operationId, progress, step }),
    );
    if (ended.status === 'Completed') {
      const found = await loadPublication(thing);
      queryClient.setQueryData(publicationKey(thing), found);
      const reproduced = found?.versions.find((each) => each.version === version)?.reproduced;
      if (reproduced?.different === 0) toast.success(t('template.reproduce.same', { version }), say);
      else toast.info(t('template.reproduce.differs', { version }), say);
    } else if (ended.status === 'Failed') fail(ended.failedMessage ?? '');
  } catch (error) {
    fail(errorText(error));
  } finally {
    set(id, null);
  }

  function fail(reason: string): void {
    toast.error(t('template.reproduce.failed', { version, reason }), say);
  }
}
