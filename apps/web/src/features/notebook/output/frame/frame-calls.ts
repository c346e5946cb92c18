import type { FrameAnswer, FrameQuestion } from '@groma/protocol';
import { notebook } from '@groma/protocol';
import { api } from '../../../../platform/api.ts';

/** A data frame of an open notebook. */
export interface FramePlace {
  projectId: string;
  notebookId: string;
  frameId: string;
}

export type LiveFrame = Extract<FrameAnswer, { state: 'live' }>;
/** Why the kernel does not show a frame. */
export type FrameAbsence = Exclude<FrameAnswer, { state: 'live' }>;

/** Asks the kernel of a notebook about a data frame; what is not there is no failure of the call. */
export async function askFrame(
  { projectId, notebookId, frameId }: FramePlace,
  body: FrameQuestion,
): Promise<FrameAnswer> {
  return (await api.call(notebook.askFrame, { params: { projectId, notebookId, frameId }, body })).data;
}

/** Where what is known of the frames of a notebook is kept. */
export const framesKey = (notebookId: string) => ['notebook-frame', notebookId] as const;
