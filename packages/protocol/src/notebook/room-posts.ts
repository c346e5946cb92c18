import { z } from 'zod';

/** What every post may repeat of its address; it is checked against the address and never believed. */
const repeated = { notebookId: z.string().optional(), projectId: z.string().optional() };

/** Longest code of one block, in characters. */
const code = z.string().max(2_000_000);
/** Longest line that is given to code, in characters. */
const longestAnswer = 100_000;
const codeBlock = z.object({ code, blockId: z.string() });

/**
 * Posts to the room of a notebook, `/parties/main/{notebookId}`. `blockId` is the id of the block in the document, and
 * `code` is what runs. `Stop_Block` takes one block out of the queue or interrupts it, and once more when it is asked
 * again; `Answer_Input` gives a line to code that asks for it in the output `inputId`; `End_Kernel` ends the kernel
 * that a block runs on, for code that does not heed an interrupt; `Restart_Kernel` stops everything and starts the
 * notebook's kernels again, without any variable; `Clear_All` and `Clear_Block` empty outputs.
 */
export const mainMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Enqueue_Code'), ...codeBlock.shape, ...repeated }),
  z.object({ type: z.literal('Enqueue_Blocks'), blocks: z.array(codeBlock).max(2_000), ...repeated }),
  z.object({ type: z.literal('Stop_All'), ...repeated }),
  z.object({ type: z.literal('Stop_Block'), blockId: z.string(), ...repeated }),
  z.object({
    type: z.literal('Answer_Input'),
    blockId: z.string(),
    inputId: z.string().max(100),
    value: z.string().max(longestAnswer),
    ...repeated,
  }),
  z.object({ type: z.literal('End_Kernel'), blockId: z.string(), ...repeated }),
  z.object({ type: z.literal('Restart_Kernel'), ...repeated }),
  z.object({ type: z.literal('Clear_All'), ...repeated }),
  z.object({ type: z.literal('Clear_Block'), blockId: z.string(), ...repeated }),
]);
export type MainMessage = z.output<typeof mainMessage>;

/** `blocks` tells how many blocks were queued, stopped, answered or cleared. */
export const mainReply = z.object({ status: z.literal('ok'), blocks: z.number() });

const listInfo = {
  NotebookListDeleteIds: z.array(z.string()).default([]),
  NotebookListDeleteNames: z.array(z.string()).default([]),
  updatedNotebookId: z.string().optional(),
  updatedNotebookName: z.string().optional(),
};

/** The same fields for workflows (WFL-139). */
const workflowListInfo = {
  WorkflowListDeleteIds: z.array(z.string()).default([]),
  WorkflowListDeleteNames: z.array(z.string()).default([]),
  updatedWorkflowId: z.string().optional(),
  updatedWorkflowName: z.string().optional(),
};

/** Posts to the room of a project, `/parties/project/{projectId}`. */
export const projectMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('Create_Kernel'),
    notebookId: z.string(),
    envId: z.string().optional(),
    projectId: z.string().optional(),
  }),
  /** Asks that everyone in the room reads the list of notebooks again. */
  z.object({ type: z.literal('Request_Notebook_List_Sync'), projectId: z.string().optional() }),
  z.object({ type: z.literal('Notebook_List_Info_Sync'), ...listInfo, projectId: z.string().optional() }),
  z.object({ type: z.literal('Request_Workflow_List_Sync'), projectId: z.string().optional() }),
  z.object({ type: z.literal('Workflow_List_Info_Sync'), ...workflowListInfo, projectId: z.string().optional() }),
]);
export type ProjectMessage = z.output<typeof projectMessage>;

/** Someone who has the project open. The address is empty where general access alone lets the reader in. */
export interface PresentUser {
  id: string;
  username: string;
  email: string;
}

/** What the socket `/parties/project/{projectId}` tells, as JSON texts. The server alone speaks there. */
export type ProjectRoomMessage =
  | { type: 'Presence'; users: PresentUser[] }
  | {
      type: 'Notebook_List_Info_Sync';
      NotebookListDeleteIds: string[];
      NotebookListDeleteNames: string[];
      /** The notebook that was made or renamed, if it was that. */
      updatedNotebookId?: string;
      updatedNotebookName?: string;
    }
  | {
      type: 'Workflow_List_Info_Sync';
      WorkflowListDeleteIds: string[];
      WorkflowListDeleteNames: string[];
      updatedWorkflowId?: string;
      updatedWorkflowName?: string;
    }
  /** A run of the workflow `workflowId` was begun, has ended or was deleted. */
  | { type: 'Workflow_Runs_Changed'; [detail: string]: unknown }
  | { type: 'Map_List_Changed'; [detail: string]: unknown }
  | { type: 'Files_Changed'; [detail: string]: unknown }
  | { type: 'Operation_Changed'; [detail: string]: unknown }
  | { type: 'Operation_Ended'; [detail: string]: unknown }
  /** Status, kernels, start time or problem of the project's machine changed; readouts are polled. */
  | { type: 'Machine_Changed'; [detail: string]: unknown }
  | { type: 'Database_List_Changed'; [detail: string]: unknown }
  | { type: 'Tool_List_Changed'; [detail: string]: unknown }
  /** A query has changed data or tables of a database. */
  | { type: 'Database_Changed'; [detail: string]: unknown }
  /** Someone restarted the kernel of a notebook: `notebookId`, and `username`. */
  | { type: 'Kernel_Restarted'; [detail: string]: unknown };
