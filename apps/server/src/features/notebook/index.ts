import { GromaError, type ProjectId, type UserId } from '@groma/model';
import { notebook, type NotebookInfo, type RanCell } from '@groma/protocol';
import type * as Y from 'yjs';
import { isAllowed } from '../../platform/access/project-access.ts';
import { route } from '../../platform/http/route.ts';
import { createDocumentRoom, deletedIn } from '../../platform/live/document-room.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import type { NotebookMachines } from './record/notebook-machines.ts';
import { NotebookRecords, type NotebooksChanged } from './record/notebook-records.ts';
import { notebookRoomRoutes } from './room-routes.ts';
import { notebookRoutes } from './routes.ts';
import { NotebookThreads } from './comment/notebook-threads.ts';
import { commentRoomRoutes, commentRoutes } from './comment/routes.ts';
import { ThreadReads } from './comment/thread-reads.ts';
import { createThreadsRoom } from './comment/threads-room.ts';
import { notebookReading, type NotebookReading } from './download/notebook-reading.ts';
import { downloadRoutes } from './download/routes.ts';
import { publishWidgets } from './kernel/use-widget.ts';
import { Linter } from './lint/linter.ts';
import { lintRoutes } from './lint/routes.ts';
import { OutputStore } from './output/output-store.ts';
import { sweepOutputsJob } from './output/sweep-outputs-job.ts';
import { namedOutputs } from './output/whole-outputs.ts';
import { outputRoutes } from './download/output-routes.ts';
import { OutsidePictures } from '../../platform/outbound/outside-pictures.ts';
import { pictureRoutes } from './picture/routes.ts';
import { ShownPictures } from './picture/shown-pictures.ts';
import { RunMarks } from './run/run-marks.ts';
import { NotebookInputs } from './run/notebook-inputs.ts';
import { NotebookRuns, type ActingPerson } from './run/notebook-runs.ts';
import type { QueryDatabase } from './run/read-database.ts';

import { NotebookToolRuns, type ActingRun } from './run/notebook-tool-runs.ts';
import { publishRoute } from './run/publish-route.ts';
import { runFromAnywhere, type RunNotebookAsTool } from './run/run-as-tool.ts';
import { runCellsFromAnywhere, type WantedCells } from './run/run-cells.ts';
import { CellTrials, tryFromAnywhere, type TryCells } from './run/try-cells.ts';

export { fillCopy } from './record/copy-notebook.ts';
export { PreparedNotebook } from './template/prepared-notebook.ts';

/** What the notebook feature offers to others, through main. */
export interface NotebookFeature extends Feature {
  /** Makes a notebook. `template` as of the call `createNotebook`, or one that was prepared. */
  createNotebook(projectId: ProjectId, creatorId: string, name: string, template?: unknown): Promise<NotebookInfo>;
  /**
   * Edits the live document of a notebook, in the process with the rooms; resolves when that is on disk. What `edit`
   * throws it throws before it has changed anything.
   * @throws GromaError NOT_FOUND, DISK_FULL
   */
  editDocument<T>(notebookId: string, edit: (doc: Y.Doc) => T): Promise<T>;
  /** Gives a copy of a notebook what its document names of the outputs that are kept beside the original. */
  copyOutputs(fromId: string, toId: string, copy: Y.Doc): Promise<void>;
  /**
   * Whose rights the Python code of a kernel has just now, and for which block; without one it may only read. Null for
   * nobody's.
   */
  actingPerson(kernel: string): ActingPerson | ActingRun | null;
  /** Runs a notebook as a tool, in kernels of its own, from any process. */
  runAsTool: RunNotebookAsTool;
  /** Tries code in a kernel of its own, of which nothing stays, from any process. */
  tryCells: TryCells;
  /**
   * Has blocks of a notebook run for a person as in the open notebook, from any process, and waits for them.
   * @throws GromaError MACHINE_NOT_ACCESSIBLE, NOT_FOUND, UNAVAILABLE
   */
  runCells(wanted: WantedCells, signal: AbortSignal): Promise<RanCell[]>;
  /** Notebooks as the hub shows and gives them. */
  reading: NotebookReading;
  /** Ends runs and deletes the notebooks of a project that is about to go. */
  removeNotebooks(projectId: ProjectId): Promise<void>;
}

export function createNotebookFeature(
  platform: Platform,
  machines: NotebookMachines,
  { queryDatabase }: { queryDatabase: QueryDatabase },
): NotebookFeature {
  const { database, documents, log, bus, config } = platform;
  const outputs = new OutputStore(database);
  const pictures = new OutsidePictures(platform.outbound);
  const threads = new NotebookThreads({ documents, projectOf: (id) => platform.access.projectOf('notebook', id) });
  const reads = new ThreadReads(database);
  const records = new NotebookRecords(platform, outputs, threads);
  const linter = new Linter();
  const inputs = new NotebookInputs(documents, machines, log);
  const runs = new NotebookRuns({
    documents,
    machines,
    log,
    marks: new RunMarks(database),
    outputs,
    inputs,
    queryDatabase,
  });
  const toolRuns = new NotebookToolRuns({ documents, machines, queryDatabase });
  const trials = new CellTrials({ machines, queryDatabase });
  const runCells = runCellsFromAnywhere(platform, { documents, runs, outputs });
  const runAsTool = runFromAnywhere(platform, toolRuns);
  const { room, close, tell } = createDocumentRoom(platform, {
    party: 'main',
    noun: 'notebook',
    goneTopic: 'notebooks-changed',
    goneIn: deletedIn,
    goneCode: 'NOTEBOOK_NOT_FOUND',
    touch: (id) => records.touch(id),
    onEdited: (id) => inputs.onEdited(id, () => platform.access.projectOf('notebook', id)),
  });
  machines.listenToWidgets((told) => publishWidgets(told, tell));
  bus.subscribe('notebooks-changed', ({ projectId, deletedIds = [] }: NotebooksChanged) => {
    for (const id of deletedIds)
      void runs.end(projectId as ProjectId, id).catch((error: unknown) => {
        log.error('The runs of a deleted notebook did not end.', { id, error });
      });
  });
  bus.subscribe('project-access-changed', ({ projectId }: { projectId: ProjectId }) => {
    const mayRun = async (userId: string): Promise<boolean> => {
      const projectAccess = await platform.access.projectAccess(userId as UserId, projectId);
      return projectAccess !== undefined && isAllowed(projectAccess, 'run', 'notebook');
    };
    void Promise.all([runs, toolRuns, trials].map((each) => each.stopRevoked(projectId, mayRun))).catch(
      (error: unknown) => {
        log.error('Runs of people without a role were not stopped.', { projectId, error });
      },
    );
  });
  return {
    routes: [
      ...notebookRoutes(platform, records),
      ...downloadRoutes(platform, records, outputs, pictures),
      ...outputRoutes(records, outputs, platform.documents),
      ...pictureRoutes(pictures, new ShownPictures(documents)),
      ...lintRoutes(linter),
      ...commentRoutes(threads, reads),
      publishRoute(platform, toolRuns),
      route(notebook.runCells, async ({ params: { notebookId }, body: { cells }, projectId, user, signal }) => ({
        data: await runCells({ projectId, notebookId, userId: user.id, cells }, signal),
      })),
    ],
    jobs: [sweepOutputsJob(documents, outputs, log)],
    realtimeRoutes: [
      ...notebookRoomRoutes({ platform, records, runs, machines }),
      ...commentRoomRoutes(threads, reads),
    ],
    rooms: [room, createThreadsRoom(platform, threads)],
    // Only where runs are: another service that starts beside a living one must not touch them.
    start: async () => {
      if (config.services.has('realtime')) await runs.resume();
    },
    async close(isLeaving = false) {
      close();
      inputs.close();
      linter.close();
      await runs.close(isLeaving);
    },
    createNotebook: (projectId, creatorId, name, template) => records.create(projectId, creatorId, name, template),
    async editDocument(id, edit) {
      const { document, release } = await documents.open(id);
      try {
        if (documents.isShortOfSpace) throw new GromaError('DISK_FULL', { name: 'The notebook' });
        const made: ReturnType<typeof edit>[] = [];
        document.transact((doc) => {
          made.push(edit(doc));
        });
        await document.whenSaved();
        await records.touch(id);
        inputs.onEdited(id, () => platform.access.projectOf('notebook', id));
        return made[0]!;
      } finally {
        release();
      }
    },
    copyOutputs: (fromId, toId, copy) => outputs.copy(fromId, toId, namedOutputs(copy)),
    actingPerson(kernel) {
      const session = kernel.split('/')[2] ?? '';
      return toolRuns.acting(session) ?? trials.acting(session) ?? runs.acting(kernel);
    },
    runAsTool,
    runCells,
    tryCells: tryFromAnywhere(platform, trials),
    reading: notebookReading(documents, records, outputs),
    async removeNotebooks(projectId) {
      for (const { id } of await records.list(projectId)) await records.delete(id);
    },
  };
}
