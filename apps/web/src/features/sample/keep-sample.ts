import { hub, map, type project, type ReplyOf } from '@groma/protocol';
import { api, callEarly } from '../../platform/api.ts';
import { endOfWork } from '../../platform/follow-work.ts';
import { earlyPaths, sessionStore } from '../../platform/session.ts';
import { t } from '../../platform/text.ts';
import { readSample } from './read-sample.ts';
import { sampleViews, storedView, storeView } from './sample-views.ts';

/**
 * Has the person's own sample show what they have left on the live one, and answers its id. Who has none gets a
 * workspace with this name, made of the live one.
 * @throws GromaError, CallError, and Error where that workspace was not made.
 */
export async function keepSample(name: string): Promise<string> {
  const projectId = (await ownSample()) ?? (await makeOwn(name));
  const view = storedView();
  if (view === null) return projectId;
  const [{ data: maps }, sample] = await Promise.all([api.call(map.listMaps, { params: { projectId } }), readSample()]);
  const shown = maps.find(({ name: called }) => called === sample?.map_name) ?? maps[0];
  if (shown) await sampleViews().keep({ projectId, mapId: shown.id }, view);
  storeView(null);
  return projectId;
}

async function ownSample(): Promise<string | undefined> {
  const { data } = await callEarly<ReplyOf<typeof project.listProjects>>(earlyPaths.listProjects);
  const { user } = sessionStore.getState();
  return data.find(({ is_sample: isSample, creator }) => isSample && creator === user?.id)?.id;
}

async function makeOwn(name: string): Promise<string> {
  const sample = await readSample();
  if (!sample) throw new Error(t('sample.preparing'));
  const { data } = await api.call(hub.useTemplate, { params: { templateId: sample.template_id }, body: { name } });
  const ended = await endOfWork(
    async () => (await api.call(hub.readUse, { params: { operationId: data.operation_id } })).data,
    ({ status }) => status !== 'running',
  );
  if (ended.status === 'failed') throw new Error(ended.message ?? t('template.use.failed'));
  return data.project_id;
}
