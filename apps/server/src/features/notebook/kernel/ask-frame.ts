import { GromaError, type ProjectId } from '@groma/model';
import { readFrameAnswer, type FrameAnswer, type FrameQuestion } from '@groma/protocol';
import type { NotebookMachines } from '../record/notebook-machines.ts';

/** Sorting and counting ten million rows takes seconds, and writing them into a file more. */
const patienceSeconds = { columns: 20, rows: 60, profile: 60, save: 600 };

interface Asked {
  projectId: ProjectId;
  notebookId: string;
  frameId: string;
  question: FrameQuestion;
}

/** What the Python kernel of a notebook says of a data frame that it has shown. No kernel is made. */
export async function askFrame(
  machines: Pick<NotebookMachines, 'knownKernel'>,
  { projectId, notebookId, frameId, question }: Asked,
): Promise<FrameAnswer> {
  const kernel = await machines.knownKernel(projectId, notebookId);
  if (!kernel || kernel.status === 'dead') return { state: 'lost' };
  const content = await kernel.ask({
    kind: 'frame',
    request: { ...question, frame: frameId },
    seconds: patienceSeconds[question.ask],
  });
  if (content === null) return { state: (kernel.status as string) === 'dead' ? 'lost' : 'busy' };
  const answer = readFrameAnswer(content);
  if (!answer) throw new GromaError('RUN_FAILED');
  return answer;
}
