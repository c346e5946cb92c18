import { inProject, operationStatuses } from '@groma/model';
import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

const byProject = z.object({ projectId: z.string() });
const versioned = z.object({ name: z.string(), version: z.string() });

/**
 * The Python packages that notebooks of a project can import (KRN-097). `added` are the project's own, `isRequested`
 * where they were asked for by name; they come before those of `base`, which every project has. `python` is the version
 * that runs, `isOutdated` says that the own ones are for another. `bytes` is what they take up, their cache included.
 * `hasIndex`: there is a package index to install from. `requirements` is /data/requirements.txt: what of it is not
 * installed, and why it cannot be read. `wheels` are paths of wheels among the files.
 */
const packagesReply = z.object({
  added: z.array(versioned.extend({ isRequested: z.boolean() })),
  base: z.array(versioned),
  python: z.string(),
  isOutdated: z.boolean(),
  bytes: z.number(),
  hasIndex: z.boolean(),
  requirements: z.object({ path: z.string(), missing: z.array(z.string()), problem: z.string().nullable() }).nullable(),
  wheels: z.array(z.string()),
  /** The change that is under way or the newest that has ended, where there is one. */
  lastChange: z.object({ operationId: z.string(), status: z.enum(operationStatuses), isOwn: z.boolean() }).nullable(),
});
export type PackagesReply = z.output<typeof packagesReply>;

const requirement = z.string().trim().min(1).max(300);

/**
 * What to change. `requirements` are as pip takes them (`pandas>=3`, without addresses and options), `files` paths of
 * requirements.txt files, wheels and source archives in /data. `isOffline`: wheels in /data instead of the index.
 */
export const packageChange = z.object({
  requirements: z.array(requirement).max(200).default([]),
  files: z.array(z.string().max(1_000)).max(50).default([]),
  remove: z.array(requirement).max(200).default([]),
  isUpgrade: z.boolean().default(false),
  allowsPre: z.boolean().default(false),
  withoutDependencies: z.boolean().default(false),
  isOffline: z.boolean().default(false),
});
export type PackageChange = z.output<typeof packageChange>;

export const readPackages = defineEndpoint({
  id: 'readPackages',
  method: 'GET',
  path: '/api/packages/projects/:projectId',
  summary: 'The Python packages of a project, those of the base environment, and what requirements.txt still needs.',
  policy: inProject('read', 'machine'),
  params: byProject,
  reply: z.object({ data: packagesReply }),
});

export const changePackages = defineEndpoint({
  id: 'changePackages',
  method: 'POST',
  path: '/api/packages/projects/:projectId',
  summary: 'Install or remove Python packages for all notebooks of a project; answers the operation that does it.',
  policy: inProject('run', 'machine'),
  params: byProject,
  body: packageChange,
  reply: z.object({ data: z.object({ operation_id: z.string() }) }),
});

export const readPackageLog = defineEndpoint({
  id: 'readPackageLog',
  method: 'GET',
  path: '/api/packages/projects/:projectId/log/:operationId',
  summary: 'What pip has printed in a change of packages from a place on, and how the change stands.',
  policy: inProject('read', 'machine'),
  params: byProject.extend({ operationId: z.string() }),
  query: z.object({ from: z.coerce.number().int().min(0).default(0) }),
  reply: z.object({
    data: z.object({
      text: z.string(),
      /** Where to go on reading, in bytes. */
      next: z.number(),
      status: z.enum(operationStatuses),
      failedMessage: z.string().nullable(),
      failure: z
        .object({ code: z.string(), details: z.record(z.string(), z.union([z.string(), z.number()])) })
        .nullable(),
    }),
  }),
});
