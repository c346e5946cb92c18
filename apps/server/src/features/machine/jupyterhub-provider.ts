import { findMachineProfile, type MachineProfile, type ProjectId } from '@groma/model';
import type { LastingKernelSession } from '../../platform/kernel/kernel-session.ts';
import type { SupervisedKernels } from '../../platform/kernel/supervisor/supervised-kernels.ts';
import type { HubSettings } from '../../platform/kernel/hub-settings.ts';
import { HubClient } from './hub-client.ts';
import { isTrialKernel, kernelNames, noTrials } from './kernel-names.ts';
import type { FoundMachine, Machine, MachineProvider } from './machine-provider.ts';
import { SupervisedMachine, type MachineNote } from './supervised-machine.ts';

/** A hub may first have to find a computer. */
const readyPatienceSeconds = 900;

/**
 * Machines that a JupyterHub makes: each a named server of one user of the hub, and its kernels those of that server.
 * What a profile means (computers, images, where the project's files are mounted) is the hub's business: it gets the
 * profile, its processors and memory, and the project's id as the options of its spawner.
 */
export class JupyterHubProvider implements MachineProvider {
  readonly name = 'jupyterhub';
  readonly host = null;
  readonly #hub: HubClient;
  readonly #token: string;
  readonly #kernels: SupervisedKernels;

  constructor(settings: HubSettings, kernels: SupervisedKernels) {
    this.#hub = new HubClient(settings);
    this.#token = settings.token;
    this.#kernels = kernels;
  }

  async start({ projectId, profile }: { projectId: ProjectId; profile: MachineProfile }): Promise<Machine> {
    const { id, cpu, memory, gpu } = profile;
    await this.#hub.startServer(
      serverName(projectId),
      { profile: id, cpu, memory: `${memory}G`, gpu: gpu?.count ?? 0, project_id: projectId },
      readyPatienceSeconds,
    );
    await this.#kernels.note(projectId, JSON.stringify({ profileId: id, startedAt: Date.now() } satisfies MachineNote));
    return this.#machine(projectId, profile, []);
  }

  async find(): Promise<FoundMachine[]> {
    const { kernels, notes } = await this.#kernels.find();
    const found = await Promise.all(
      Object.entries(notes).map(async ([owner, note]) => {
        const projectId = owner as ProjectId;
        const { profileId, startedAt } = JSON.parse(note) as MachineNote;
        if (!(await this.#hub.isRunning(serverName(projectId)))) {
          await this.#kernels.note(projectId, null);
          return [];
        }
        const own = kernels.filter((each) => each.owner === owner).map(({ kernel }) => kernel);
        return [
          {
            projectId,
            profileId,
            startedAt,
            kernels: own,
            machine: this.#machine(projectId, findMachineProfile(profileId) ?? { cpu: 1, memory: null }, own),
          },
        ];
      }),
    );
    return found.flat();
  }

  close(isLeaving: boolean): Promise<void> {
    return this.#kernels.close(isLeaving);
  }

  #machine(
    projectId: ProjectId,
    { cpu, memory }: { cpu: number; memory: number | null },
    found: readonly LastingKernelSession[],
  ): Machine {
    const name = serverName(projectId);
    return new SupervisedMachine({
      cpu,
      memoryLimitGb: memory,
      found,
      startKernel: async (key, language) => {
        if (isTrialKernel(key)) throw new Error(noTrials);
        return this.#kernels.start({
          notebookId: key,
          owner: projectId,
          launch: { serverUrl: this.#hub.serverUrl(name), token: this.#token, kernelName: kernelNames[language] },
        });
      },
      forget: () => this.#kernels.note(projectId, null),
      ended: () => this.#hub.stopServer(name),
    });
  }
}

/** The hub takes names of 1 to 30 small letters, digits and hyphens. */
function serverName(projectId: ProjectId): string {
  return `g${projectId.replaceAll('-', '').slice(0, 29)}`;
}
