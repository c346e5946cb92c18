import { map, type FrameQuestion } from '@groma/protocol';
import { toast } from '@groma/ui';
import { api } from '../../../../platform/api.ts';
import { t } from '../../../../platform/text.ts';
import { addCode } from '../../block/added-code.ts';
import { askFrame, type FramePlace, type LiveFrame } from './frame-calls.ts';
import { chartCode, mapCode, type NamedFrame } from './frame-code.ts';

/** Writes all rows into the project's files, and says where. */
export async function saveFrame(place: FramePlace, format: 'csv' | 'parquet'): Promise<void> {
  const id = toast.info(t('frame.saving'), { duration: null });
  try {
    const { path = '' } = await ask(place, { ask: 'save', format });
    toast.success(t('frame.saved', { path }));
  } finally {
    toast.dismiss(id);
  }
}

/** Puts code that draws the frame below a block. */
export async function insertChart(place: FramePlace, blockId: string): Promise<void> {
  addCode(place.notebookId, blockId, chartCode(await named(place)));
}

/** Puts code below a block that makes a layer of the frame, on the project's first map. */
export async function insertMap(place: FramePlace, blockId: string): Promise<void> {
  const { variable } = await named(place);
  const [first] = (await api.call(map.listMaps, { params: { projectId: place.projectId } })).data;
  addCode(place.notebookId, blockId, mapCode(variable, first?.name ?? null));
}

/** The frame by a name that code has for it. */
async function named(place: FramePlace): Promise<NamedFrame> {
  const { variable, columns = [], asPandas } = await ask(place, { ask: 'columns' });
  if (!variable || !asPandas) throw new Error(t('frame.noName'));
  return { variable, columns, asPandas };
}

async function ask(place: FramePlace, question: FrameQuestion): Promise<LiveFrame> {
  const answer = await askFrame(place, question);
  if (answer.state === 'live') return answer;
  throw new Error(
    answer.state === 'failed' ? t('frame.failed', { reason: answer.reason }) : t(`frame.absent.${answer.state}`),
  );
}
