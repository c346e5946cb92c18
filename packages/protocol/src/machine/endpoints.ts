import { evenWithoutPlan, inProject, machineStatuses } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const byProject = z.object({ projectId: z.string() });
const kernelLanguage = z.enum(['python', 'javascript', 'r']);

/**
 * The machine of a project (KRN-012). `startedAt` is ISO 8601, `uptime` seconds, `cpuPercent` 0 to 100 over all its
 * processors, `memoryGb` GiB, `memoryLimitGb` those its kernels may use together (null while it does not run),
 * `activeKernels` ids of notebooks. `kernels` are the same one by one, each with its own memory, null before it was
 * first read. `profiles` are those the user's plan allows, `defaultProfileId` the one to begin with (KRN-014), `host`
 * what the computer gives a machine at most (memory in GiB), null where machines are made elsewhere.
 */
export const machineReply = z.object({
  projectId: z.string(),
  profileId: z.string(),
  status: z.enum(machineStatuses),
  startedAt: z.string().nullable(),
  uptime: z.number().nullable(),
  cpuPercent: z.number().nullable(),
  memoryGb: z.number().nullable(),
  memoryLimitGb: z.number().nullable(),
  activeKernels: z.array(z.string()),
  problem: z.string().nullable(),
  kernels: z.array(
    z.object({
      notebookId: z.string(),
      language: kernelLanguage,
      isBusy: z.boolean(),
      memoryGb: z.number().nullable(),
    }),
  ),
});
export type MachineReply = z.output<typeof machineReply>;

export const readMachine = defineEndpoint({
  id: 'readMachine',
  method: 'GET',
  path: '/api/machines/projects/:projectId',
  summary: 'State, readouts and kernels of the machine of a project, and the profiles it can be started with.',
  policy: inProject('read', 'machine'),
  params: byProject,
  reply: z.object({
    data: machineReply.extend({
      profiles: z.array(z.string()),
      defaultProfileId: z.string(),
      host: z.object({ cpu: z.number(), memory: z.number() }).nullable(),
    }),
  }),
});

export const startMachine = defineEndpoint({
  id: 'startMachine',
  method: 'POST',
  path: '/api/machines/projects/:projectId',
  summary: 'Start the machine of a project; answers when code can run.',
  policy: inProject('run', 'machine'),
  params: byProject,
  body: z.object({ profile: z.string().optional() }).optional(),
  reply: z.object({ data: machineReply }),
});

export const stopMachine = defineEndpoint({
  id: 'stopMachine',
  method: 'DELETE',
  path: '/api/machines/projects/:projectId',
  summary: 'Stop the machine of a project with all its kernels.',
  policy: evenWithoutPlan(inProject('run', 'machine')),
  params: byProject,
  reply: z.object({ data: machineReply }),
});

export const stopKernel = defineEndpoint({
  id: 'stopKernel',
  method: 'DELETE',
  path: '/api/machines/projects/:projectId/kernels/:notebookId/:language',
  summary: 'End one kernel of a machine, with its variables; the machine and its other kernels go on.',
  policy: evenWithoutPlan(inProject('run', 'machine')),
  params: byProject.extend({ notebookId: z.string(), language: kernelLanguage }),
  reply: z.object({ data: machineReply }),
});
