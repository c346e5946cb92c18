import { eq, ne } from '../../platform/database/drizzle.ts';
import type { ProjectId } from '@groma/model';
import { machines } from '../../platform/database/tables/index.ts';
import type { KernelLanguage } from '../../platform/kernel/sandbox.ts';
import type { LastingKernelSession } from '../../platform/kernel/kernel-session.ts';
import {
  SupervisedKernels,
  type AskingKernel,
  type ToldWidgets,
} from '../../platform/kernel/supervisor/supervised-kernels.ts';
import { freeSpace } from '../../platform/storage/free-space.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { createKernel } from './create-kernel.ts';
import type { MachineProvider, ReaderKernel } from './machine-provider.ts';
import { JupyterHubProvider } from './jupyterhub-provider.ts';
import { LocalMachineProvider, readLocalMachineSettings, type ProjectRoom } from './local-machine-provider.ts';
import { MachineRegistry, type MachineReport } from './machine-registry.ts';
import { startMachineLike } from './machine-profiles.ts';
import { machineRoutes } from './routes.ts';

/** The bus carries small messages; who wants to know all reads the machine. */
const longestProblem = 1_000;
const mostKernels = 100;

/** What the machine feature offers to others, through main. */
export interface MachineFeature extends Feature {
  report(projectId: ProjectId): MachineReport;
  kernelFor(
    projectId: ProjectId,
    notebookId: string,
    language?: KernelLanguage,
    session?: string,
  ): Promise<LastingKernelSession>;
  endSession(projectId: ProjectId, notebookId: string, session: string): Promise<void>;
  knownKernel(
    projectId: ProjectId,
    notebookId: string,
    language?: KernelLanguage,
  ): Promise<LastingKernelSession | null>;
  kernels(): ReturnType<MachineRegistry['kernels']>;
  restartKernels(projectId: ProjectId, notebookId: string): Promise<void>;
  stopKernel(projectId: ProjectId, notebookId: string): Promise<void>;
  endKernel(projectId: ProjectId, notebookId: string, language: KernelLanguage): Promise<void>;
  /** Has every kernel here, from now on, listened for; `listen` gives what ends that. */
  listenToKernels(listen: (kernel: AskingKernel) => () => void): void;
  /** Has the listener told what the widgets of all kernels here do. */
  listenToWidgets(listener: (told: ToldWidgets) => void): void;
  /**
   * Starts a kernel for readers of a publication, in the process with the kernels.
   * @throws Error whose message says why it did not start
   */
  startReaderKernel(wanted: ReaderKernel): Promise<LastingKernelSession>;
  createKernel(request: { projectId: ProjectId; notebookId: string; envId?: string | undefined }): Promise<string>;
  /**
   * Starts a machine for a project, of the size that another project's has, in whichever process they are.
   * @throws GromaError MACHINE_UNAVAILABLE; UNAVAILABLE where that process is away.
   */
  startMachineLike(projectId: ProjectId, like: ProjectId): Promise<void>;
  /**
   * Stops the machine of a project that is about to go, in whichever process it is.
   * @throws GromaError UNAVAILABLE where that is away.
   */
  stopMachine(projectId: ProjectId): Promise<void>;
}

/** Machines run where the rooms are: kernels write into live documents of the same process. */
export function createMachineFeature(platform: Platform): MachineFeature {
  const {
    config,
    files,
    bus,
    questions,
    log,
    database: { query },
  } = platform;
  const kernels = new SupervisedKernels(config.dataFolder, config.kernelGraceSeconds, log);
  const provider: MachineProvider = config.jupyterHub
    ? new JupyterHubProvider(config.jupyterHub, kernels)
    : new LocalMachineProvider({
        pythonEnvironment: config.pythonEnvironment,
        dataFolderOf: (projectId) => files.folderOf(projectId),
        packageFolderOf: (projectId) => files.packageFolder(projectId),
        roomFor: (projectId) => roomFor(platform, projectId),
        ...readLocalMachineSettings(process.env, config.outboundAllowed),
        kernels,
      });
  const registry = new MachineRegistry(provider, config.machineIdleMinutes * 60_000);
  const told = new Map<ProjectId, string>();
  platform.metrics.gauge('kernels', 'Kernels that run in this process.', () =>
    registry.running().reduce((sum, { activeKernels }) => sum + activeKernels.length, 0),
  );
  registry.onChange((report) => {
    const { cpuPercent: _cpu, memoryGb: _memory, uptime: _uptime, kernels: _kernels, ...state } = report;
    const text = JSON.stringify(state);
    // Readouts change all the time and are polled by those who look at them.
    if (told.get(report.projectId) === text) return;
    told.set(report.projectId, text);
    void bus
      .publish('machine-changed', {
        ...state,
        problem: state.problem?.slice(0, longestProblem) ?? null,
        activeKernels: state.activeKernels.slice(0, mostKernels),
      })
      .catch((error: unknown) => {
        log.error('The change of a machine was not told.', { error });
      });
  });
  if (config.services.has('realtime')) {
    questions.answer('stop-machine', async ({ projectId }: { projectId: ProjectId }) => {
      await registry.stop(projectId);
      told.delete(projectId);
    });
    questions.answer('start-machine-like', (asked: { projectId: ProjectId; like: ProjectId }) =>
      startMachineLike(platform.database, registry, asked),
    );
  }
  return {
    realtimeRoutes: machineRoutes(platform, registry),
    async start() {
      if (!config.services.has('realtime')) return;
      await query
        .update(machines)
        .set({ status: 'Terminated', startedAt: null })
        .where(ne(machines.status, 'Terminated'));
      await registry.restore();
      for (const { projectId, status, startedAt } of registry.running()) {
        await query
          .update(machines)
          .set({ status, startedAt: startedAt === null ? null : new Date(startedAt) })
          .where(eq(machines.projectId, projectId));
      }
    },
    close: (isLeaving = false) => registry.close(isLeaving),
    report: (projectId) => registry.report(projectId),
    kernelFor: (projectId, notebookId, language, session) =>
      registry.kernelFor(projectId, notebookId, language, session),
    endSession: (projectId, notebookId, session) => registry.endSession(projectId, notebookId, session),
    knownKernel: (projectId, notebookId, language) => registry.knownKernel(projectId, notebookId, language),
    kernels: () => registry.kernels(),
    restartKernels: (projectId, notebookId) => registry.restartKernels(projectId, notebookId),
    stopKernel: (projectId, notebookId) => registry.stopKernel(projectId, notebookId),
    endKernel: (projectId, notebookId, language) => registry.endKernel(projectId, notebookId, language),
    listenToKernels: (listen) => {
      kernels.listen(listen);
    },
    listenToWidgets: (listener) => {
      kernels.listenToWidgets(listener);
    },
    startReaderKernel: async (wanted) => {
      if (!provider.startReaderKernel) throw new Error('readers run code only where kernels have a sandbox');
      return provider.startReaderKernel(wanted);
    },
    createKernel: (request) => createKernel(registry, request),
    startMachineLike: (projectId, like) => questions.ask('start-machine-like', { projectId, like }),
    stopMachine: (projectId) => questions.ask('stop-machine', { projectId }),
  };
}

/** What the quotas of project and tenant and the disk leave, whichever is least. A kernel writes no larger file. */
async function roomFor({ allowance, files }: Platform, projectId: ProjectId): Promise<ProjectRoom> {
  const [usage, free] = await Promise.all([allowance.usage(projectId), freeSpace(await files.folderOf(projectId))]);
  const left = [usage?.project, usage?.tenant].map((used) =>
    used?.limit == null ? Infinity : used.limit - used.bytes,
  );
  // The disk is watched by itself: others fill it too.
  return {
    left: Math.max(0, Math.min(free, ...left)),
    most: (usage?.project.bytes ?? 0) + Math.max(0, Math.min(...left)),
  };
}
