import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { findMachineProfile, GromaError, type MachineHost, type MachineProfile, type ProjectId } from '@groma/model';
import { availableBytes } from '../../platform/kernel/available-memory.ts';
import type { KernelLaunch } from '../../platform/kernel/kernel-process.ts';
import type { LastingKernelSession } from '../../platform/kernel/kernel-session.ts';
import {
  checkSandbox,
  findDeno,
  missingOfR,
  type KernelLanguage,
  type KernelLimits,
} from '../../platform/kernel/sandbox.ts';
import { missingOfNetwork, type NetworkGrant } from '../../platform/sandbox/private-network.ts';
import type { SupervisedKernels } from '../../platform/kernel/supervisor/supervised-kernels.ts';
import { isTrialKernel, noTrials } from './kernel-names.ts';
import type { FoundMachine, Machine, MachineProvider, ReaderKernel } from './machine-provider.ts';
import { SupervisedMachine, type MachineNote } from './supervised-machine.ts';

/** What a project may still write, and what all its files may then take, in bytes. */
export interface ProjectRoom {
  left: number;
  most: number;
}

/** What machines on this computer are made of. */
export interface LocalMachineSettings {
  /** Folder of the kernels' Python environment. */
  pythonEnvironment: string;
  /** Folder of a project's files. */
  dataFolderOf: (projectId: ProjectId) => Promise<string>;
  /** Folder of a project's packages. */
  packageFolderOf: (projectId: ProjectId) => Promise<string>;
  /** Bytes that a project may still write. */
  roomFor: (projectId: ProjectId) => Promise<ProjectRoom>;
  /** What kernels may reach beside the public internet; null when they have no network. */
  network: NetworkGrant | null;
  /** Whether kernels may run without a sandbox where there is none. They can then do whatever the server can. */
  allowsUnsandboxed: boolean;
  /** Holds the kernels. */
  kernels: SupervisedKernels;
}

const gibibyte = 1024 ** 3;
const shareOfMemory = 0.75;
const mostProcesses = 256;
const mostReaderProcesses = 64;
/** A kernel needs files of its own to work at all. */
const leastFileBytes = 64 * 1024 ** 2;

/**
 * The two settings of local machines that come from the environment. `allowed`: what a network may reach that is not
 * public.
 */
export function readLocalMachineSettings(
  env: NodeJS.ProcessEnv,
  allowed: NetworkGrant,
): Pick<LocalMachineSettings, 'network' | 'allowsUnsandboxed'> {
  return {
    network: env['GROMA_KERNEL_NETWORK'] === '1' ? allowed : null,
    allowsUnsandboxed: env['GROMA_UNSANDBOXED_KERNELS'] === '1',
  };
}

/**
 * Machines on this computer: each is a set of sandboxed kernels. A profile is an upper bound: there are never more
 * processors or memory than the computer has, and a quarter of its memory stays with the server.
 */
export class LocalMachineProvider implements MachineProvider {
  readonly name = 'local';
  readonly host = hostOf();
  readonly #settings: LocalMachineSettings;

  constructor(settings: LocalMachineSettings) {
    this.#settings = settings;
  }

  async start({ projectId, profile }: { projectId: ProjectId; profile: MachineProfile }): Promise<Machine> {
    if (profile.gpu)
      throw new GromaError('MACHINE_UNAVAILABLE', {
        detail: `This computer offers no ${profile.gpu.type}. Choose a machine without GPU.`,
      });
    // What is missing is said now, and not with the first kernel.
    await this.#launchFor(projectId, profile);
    await this.#settings.kernels.note(
      projectId,
      JSON.stringify({ profileId: profile.id, startedAt: Date.now() } satisfies MachineNote),
    );
    return this.#machine(projectId, profile, []);
  }

  async startReaderKernel({ owner, projectId, language, memoryBytes }: ReaderKernel): Promise<LastingKernelSession> {
    requireLanguage(language);
    const launch = await this.#launchFor(projectId, { cpu: 1, memory: memoryBytes / gibibyte });
    if (!launch.isSandboxed) throw new Error('readers run code only where kernels have a sandbox');
    return this.#settings.kernels.start({
      notebookId: `${owner}/${language}`,
      owner,
      launch: {
        ...launch,
        language,
        isDataReadOnly: true,
        network: null,
        limits: { ...launch.limits, processes: mostReaderProcesses, fileBytes: memoryBytes, dataBytes: undefined },
      },
      mayAsk: false,
    });
  }

  async find(): Promise<FoundMachine[]> {
    const { kernels, notes } = await this.#settings.kernels.find();
    // What readers ran ends with the server before: nobody could find it again.
    for (const { kernel, owner } of kernels) if (!(owner in notes)) void kernel.shutdown().catch(() => undefined);
    return Object.entries(notes).map(([owner, note]) => {
      const projectId = owner as ProjectId;
      const { profileId, startedAt } = JSON.parse(note) as MachineNote;
      const profile = findMachineProfile(profileId) as MachineProfile;
      const own = kernels.filter((found) => found.owner === owner).map(({ kernel }) => kernel);
      return { projectId, profileId, startedAt, kernels: own, machine: this.#machine(projectId, profile, own) };
    });
  }

  close(isLeaving: boolean): Promise<void> {
    return this.#settings.kernels.close(isLeaving);
  }

  #machine(projectId: ProjectId, profile: MachineProfile, found: readonly LastingKernelSession[]): Machine {
    const { cpu, memoryBytes } = limitsOf(profile);
    return new SupervisedMachine({
      cpu,
      memoryLimitGb: memoryBytes / gibibyte,
      found,
      startKernel: async (key, language) => {
        requireLanguage(language);
        const launch = await this.#launchFor(projectId, profile);
        const isTrial = isTrialKernel(key);
        if (isTrial && !launch.isSandboxed) throw new Error(noTrials);
        return this.#settings.kernels.start({
          notebookId: key,
          owner: projectId,
          launch: { ...launch, language, isDataReadOnly: isTrial },
        });
      },
      forget: () => this.#settings.kernels.note(projectId, null),
    });
  }

  async #launchFor(projectId: ProjectId, profile: Pick<MachineProfile, 'cpu' | 'memory'>): Promise<KernelLaunch> {
    const python = join(this.#settings.pythonEnvironment, 'bin', 'python');
    if (!existsSync(python)) {
      throw new GromaError('MACHINE_UNAVAILABLE', {
        detail: `The Python environment of the notebooks is missing. \`npm start\` installs it.`,
      });
    }
    const isSandboxed = await this.#decideSandbox();
    if (isSandboxed && this.#settings.network) requireNetwork();
    const dataFolder = await this.#settings.dataFolderOf(projectId);
    return {
      python,
      dataFolder,
      packageFolder: await this.#settings.packageFolderOf(projectId),
      isSandboxed,
      network: this.#settings.network,
      limits: { ...limitsOf(profile), ...fileLimit(await this.#settings.roomFor(projectId)) },
    };
  }

  async #decideSandbox(): Promise<boolean> {
    const check = await checkSandbox();
    if (check.isAvailable) return true;
    if (this.#settings.allowsUnsandboxed) return false;
    throw new GromaError('MACHINE_UNAVAILABLE', { detail: `${check.problem} Mend it with: ${check.remedy}` });
  }
}

/** Never the network of this computer itself. @throws GromaError MACHINE_UNAVAILABLE */
function requireNetwork(): void {
  const missing = missingOfNetwork();
  if (missing)
    throw new GromaError('MACHINE_UNAVAILABLE', {
      detail: `GROMA_KERNEL_NETWORK=1 gives notebooks a network of their own, which needs ${missing}. Install it with: sudo apt-get install -y ${missing}`,
    });
}

/** @throws Error with what is missing, and what mends it */
function requireLanguage(language: KernelLanguage): void {
  if (language === 'javascript' && !findDeno())
    throw new Error('JavaScript blocks need Deno, which is not installed. Mend it with: npm ci');
  const missing = language === 'r' ? missingOfR() : null;
  if (missing)
    throw new Error(
      `R blocks need R with IRkernel, and ${missing} is not installed. Mend it with: sudo apt-get install -y r-cran-irkernel`,
    );
}

/** SIGXFSZ is ignored by Python, so that writing on fails with an error that names the file. */
function fileLimit({ left, most }: ProjectRoom): Pick<KernelLimits, 'fileBytes' | 'dataBytes'> {
  return {
    ...(Number.isFinite(left) && { fileBytes: Math.max(leastFileBytes, left) }),
    ...(Number.isFinite(most) && { dataBytes: most }),
  };
}

/** Memory in GiB. */
function hostOf(): MachineHost {
  return { cpu: availableParallelism(), memory: Math.floor(availableBytes() * shareOfMemory) / gibibyte };
}

function limitsOf(profile: Pick<MachineProfile, 'cpu' | 'memory'>): KernelLimits {
  const host = hostOf();
  return {
    cpu: Math.min(profile.cpu, host.cpu),
    memoryBytes: Math.min(profile.memory, host.memory) * gibibyte,
    processes: mostProcesses,
  };
}
