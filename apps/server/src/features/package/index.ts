import { and, eq } from '../../platform/database/drizzle.ts';
import { GromaError, type ProjectId } from '@groma/model';
import { projectPackage, type PackageChange } from '@groma/protocol';
import { operations } from '../../platform/database/tables/index.ts';
import { route } from '../../platform/http/route.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { defineChangeOperation, packageOperation } from './change-operation.ts';
import { gatherWanted } from './gather-wanted.ts';
import { readLog } from './package-log.ts';
import { copySet, currentSet, setFolder } from './package-sets.ts';
import { PackageReader } from './read-packages.ts';
import { bytesIn } from './room-watch.ts';

const longestSubject = 100;

/** What the packages of projects offer to others, through main. */
export interface PackageFeature extends Feature {
  /** Bytes that the packages of a project take up in a copy of it. */
  packageBytes(projectId: ProjectId): Promise<number>;
  /** Gives a project that is being made the packages of another. */
  copyPackages(from: ProjectId, to: ProjectId, signal: AbortSignal): Promise<void>;
}

/** Python packages that a project has beside those of the environment that all share (decision 054). */
export function createPackageFeature(platform: Platform): PackageFeature {
  const { files, operations: work, database } = platform;
  const changes = defineChangeOperation(platform);
  const reader = new PackageReader(platform);
  return {
    operations: [changes],
    routes: [
      route(projectPackage.readPackages, async ({ projectId, user }) => {
        requireOwnMachines(platform);
        return { data: await reader.read(projectId, user.id) };
      }),
      route(projectPackage.changePackages, async ({ projectId, user, body, block }) => {
        requireOwnMachines(platform);
        if (block?.toolRun !== undefined)
          throw new GromaError('PACKAGE_REFUSED', {
            name: subjectOf(body),
            detail: 'a notebook that runs as a tool changes no packages.',
          });
        // What cannot be is said at once, and asked again when it is done.
        await gatherWanted(files, projectId, body);
        const subject = subjectOf(body);
        const id = await work.start(
          changes,
          { projectId, userId: user.id, title: `Packages: ${subject}`, subject },
          { ...body, projectId },
        );
        return { data: { operation_id: id } };
      }),
      route(projectPackage.readPackageLog, async ({ projectId, params, query }) => {
        const [row] = await database.query
          .select({
            status: operations.status,
            failedMessage: operations.failedMessage,
            failure: operations.failure,
          })
          .from(operations)
          .where(
            and(
              eq(operations.id, params.operationId),
              eq(operations.projectId, projectId),
              eq(operations.kind, packageOperation),
            ),
          );
        if (!row) throw new GromaError('NOT_FOUND', { noun: 'operation' });
        return {
          data: { ...row, ...(await readLog(await files.packageFolder(projectId), params.operationId, query.from)) },
        };
      }),
    ],
    async packageBytes(projectId) {
      const folder = await files.packageFolder(projectId);
      const set = await currentSet(folder);
      return set === null ? 0 : bytesIn(setFolder(folder, set));
    },
    copyPackages: async (from, to, signal) =>
      copySet(await files.packageFolder(from), await files.packageFolder(to), signal),
  };
}

/** @throws GromaError UNAVAILABLE where kernels run elsewhere, and would not see what is installed here. */
function requireOwnMachines({ config }: Platform): void {
  if (config.jupyterHub)
    throw new GromaError('UNAVAILABLE', {
      part: 'packages of a workspace',
      remedy: 'machines come from JupyterHub here. Install packages in its image, or by %pip for one server.',
    });
}

function subjectOf({ requirements, files, remove }: PackageChange): string {
  const subject = [...requirements, ...files, ...remove].join(', ');
  return subject.length > longestSubject ? `${subject.slice(0, longestSubject - 1)}…` : subject;
}
