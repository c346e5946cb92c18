import { GromaError, type ProjectId, type UserId } from '@groma/model';
import type { Route } from '../../platform/http/route.ts';
import type { AskingKernel } from '../../platform/kernel/supervisor/supervised-kernels.ts';
import type { Feature, Platform } from '../../platform/platform.ts';
import { codeEndpoints } from './code-endpoints-table.ts';
import { CodeServer, type Asker } from './code-server.ts';
import { readUser } from './read-user.ts';

/** What the calls of notebooks' code need of other features, through main. */
interface KernelNeeds {
  /** Of all features; code is answered those that are listed for it. */
  routes: readonly Route[];
  listen(listen: (kernel: AskingKernel) => () => void): void;
  /**
   * Whose rights code of a kernel has; without a block it may only read. The notebook and the run are named where it
   * runs as a tool.
   */
  actingPerson(
    kernel: string,
  ):
    | ({ userId: string } & (
        | { blockId: string; code: string; notebookId?: string; toolRun?: string }
        | { blockId: null }
      ))
    | null;
}

/**
 * Answers what code in kernels asks of the server, with the rights of the person whose block runs. It is where kernels
 * are.
 */
export function createKernelFeature(platform: Platform, needs: KernelNeeds): Feature {
  const offered = needs.routes.filter(({ endpoint }) => codeEndpoints.has(endpoint.id));
  const server = new CodeServer(platform, offered);
  const askerOf = async ({ notebookId, owner }: AskingKernel): Promise<Asker> => {
    const acting = needs.actingPerson(notebookId);
    const user = acting && (await readUser(platform.database, acting.userId as UserId));
    if (!user) throw new GromaError('NO_BLOCK_RUNS');
    if (acting.blockId === null) return { user, projectId: owner as ProjectId, block: null };
    const { blockId, code, toolRun } = acting;
    const block = { notebookId: acting.notebookId ?? notebookId, blockId, code };
    return { user, projectId: owner as ProjectId, block: { ...block, ...(toolRun !== undefined && { toolRun }) } };
  };
  return {
    async start() {
      if (!platform.config.services.has('realtime')) return;
      await server.ready();
      needs.listen((kernel) => server.listen(kernel.socket, () => askerOf(kernel)));
    },
    close: () => server.close(),
  };
}
