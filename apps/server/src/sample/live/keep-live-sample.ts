import { setTimeout as sleep } from 'node:timers/promises';
import { byServer, type ProjectId, type TenantId } from '@groma/model';
import type { BodyOf, template } from '@groma/protocol';
import { defineJob, type Job } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import type { User } from '../../platform/session/sessions.ts';
import { samplePerson, sampleUsername } from './sample-person.ts';
import type { SampleRecords } from './sample-records.ts';

type Publication = BodyOf<typeof template.workspaceTemplates.create>;

/** What the live sample is made with: the functions that answer the calls of people. */
export interface LiveSampleNeeds {
  giveTenant(user: User): Promise<unknown>;
  makeProject(user: User): Promise<ProjectId>;
  /** Begins to publish a whole project; the publication is there when its version is. */
  publish(asked: {
    thing: { type: 'SOLUTION'; projectId: ProjectId; sourceId: ProjectId };
    tenantId: TenantId;
    user: User;
    payload: Publication;
    signal: AbortSignal;
  }): Promise<{ data: { id: string } }>;
  removeProject(projectId: ProjectId): Promise<void>;
}

interface Keeping {
  platform: Platform;
  records: SampleRecords;
  needs: LiveSampleNeeds;
  /** Of the code and data that this process has; null where no sample is shown. */
  readRevision: () => Promise<string | null>;
}

export const keepSampleName = 'keep-live-sample';

/** Once this long has passed, another run looks whether the version is there after all. */
const patienceMs = 10 * 60_000;
const lookMs = 200;
/** How often the claim is kept, which is another's two minutes after that. */
const claimMs = 30_000;

const publication: Publication = {
  title: 'Countries and places',
  description: 'Where people live: a map of the world, and a notebook that reads the same data.',
  is_public: true,
  access: 'public',
  version: '1.0.0',
  categories: ['Population/Demographics'],
  tags: [],
  embed_origins: [],
};

/**
 * Publishes the sample once for the installation, and again when its code or data have changed; then takes away the one
 * before. Where no sample is shown any more it takes away all.
 */
export function keepSampleJob(keeping: Keeping): Job {
  return defineJob({
    name: keepSampleName,
    policy: byServer('a server has started, somebody asks for the sample, or the time has come'),
    schedule: '23 * * * *',
    run: (_data, signal) => keepSample(keeping, signal),
  });
}

async function keepSample(keeping: Keeping, signal: AbortSignal): Promise<void> {
  const { records, needs } = keeping;
  const revision = await keeping.readRevision();
  if (revision !== null && !(await records.has(revision))) {
    if (!(await records.claim(revision))) return;
    try {
      await makeSample(keeping, revision, signal);
    } catch (error) {
      await records.forget(revision);
      throw error;
    }
  }
  for (const projectId of await records.leftProjects(sampleUsername, revision)) {
    signal.throwIfAborted();
    await needs.removeProject(projectId);
  }
  await records.forgetOthers(revision);
}

async function makeSample({ platform, records, needs }: Keeping, revision: string, signal: AbortSignal): Promise<void> {
  const { user, tenantId } = await samplePerson(platform.database, (person) => needs.giveTenant(person));
  const projectId = await needs.makeProject(user);
  const end = performance.now() + patienceMs;
  let claimedAt = performance.now();
  const until = async (isSo: () => Promise<boolean>, otherwise: string) => {
    while (!(await isSo())) {
      const now = performance.now();
      if (now > end) throw new Error(otherwise);
      if (now - claimedAt > claimMs) {
        claimedAt = now;
        await records.keepClaim(revision);
      }
      await sleep(lookMs, undefined, { signal });
    }
  };
  await until(() => records.isSettled(projectId), 'What the live sample holds was not made.');
  const thing = { type: 'SOLUTION', projectId, sourceId: projectId } as const;
  const begun = await needs.publish({ thing, tenantId, user, payload: publication, signal });
  await records.note(revision, { projectId, templateId: begun.data.id });
  await until(() => records.has(revision), 'The version of the live sample was not made.');
}
