import { and, eq, inArray } from '../../platform/database/drizzle.ts';
import { GromaError, newId, type OperationId, type ProjectId } from '@groma/model';
import { origin as calls, type OriginReply } from '@groma/protocol';
import { maps, notebooks, projects } from '../../platform/database/tables/index.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { isStale, referenceOf } from '../../platform/origin/origin.ts';
import { readCurrentOrigins, type CurrentOrigin, type OriginParts } from './current-origins.ts';
import { originScript } from './origin-script.ts';
import { referenceOfThing, requireThing } from './origin-thing.ts';
import { makeAgain, outdatedOf, type Refresh } from './refresh-operation.ts';

/** How layers and files were made, and making them again. */
export function originRoutes(parts: OriginParts, refreshKind: Refresh): Route[] {
  const { platform, again } = parts;
  const { query: records } = platform.database;
  return [
    route(calls.listOrigins, async ({ projectId, user, query }) => ({
      data: await present(
        projectId,
        await readCurrentOrigins(
          parts,
          { projectId, userId: user.id },
          { mapId: query.map_id, only: query.only, notebookId: query.notebook_id },
        ),
      ),
    })),
    route(calls.readOrigin, async ({ projectId, user, query }) => {
      const asking = { projectId, userId: user.id };
      const { thing, version } = await requireThing(platform, projectId, query.thing);
      const [own = null] = await present(projectId, await readCurrentOrigins(parts, asking, { thing }));
      const found = await readCurrentOrigins(parts, asking, { takenFrom: thing });
      return {
        data: {
          origin: own,
          dependents: found.map((each) => ({
            thing: referenceOfThing(each.thing),
            name: each.name,
            map_name: each.mapName,
            kind: each.kind,
            doer: each.doer,
            title: each.tool?.title ?? null,
            is_stale: each.inputs.some(
              (input) => referenceOf(input) === referenceOfThing(thing) && isStale({ ...input, current: version }),
            ),
          })),
        },
      };
    }),
    route(calls.readOriginScript, async ({ projectId, user, query }) => {
      const { thing } = await requireThing(platform, projectId, query.thing);
      const script = await originScript(parts, { projectId, userId: user.id }, thing);
      if (script === null) throw new GromaError('NOT_FOUND', { noun: 'origin' });
      return { data: { script } };
    }),
    route(calls.runAgain, async ({ projectId, body, user, signal }) => {
      const { thing } = await requireThing(platform, projectId, body.thing);
      const [own] = await readCurrentOrigins(parts, { projectId, userId: user.id }, { thing });
      if (!own) throw new GromaError('NOT_FOUND', { noun: 'origin' });
      const wanted = {
        origin: own,
        projectId,
        user: { id: user.id, username: user.username },
        operationId: body.operation_id as OperationId | undefined,
      };
      return { data: await makeAgain(again, wanted, signal) };
    }),
    route(calls.runOutdated, async ({ projectId, body, user }) => {
      const mapId = body.map_id ?? null;
      const subject = await nameOf(projectId, mapId);
      const plan = await outdatedOf(parts, { projectId, userId: user.id }, mapId);
      if (plan.length === 0) return { data: { operation_id: null, count: 0 } };
      const id = await platform.operations.start(
        refreshKind,
        {
          id: (body.operation_id as OperationId | undefined) ?? newId<'operation'>(),
          projectId,
          userId: user.id,
          title: `Run again: ${subject}`.slice(0, 255),
          subject,
        },
        { projectId, user: { id: user.id, username: user.username }, mapId },
      );
      return { data: { operation_id: id, count: plan.length } };
    }),
  ];

  /** Of a map of the project, else of the project. @throws GromaError NOT_FOUND */
  async function nameOf(projectId: ProjectId, mapId: string | null): Promise<string> {
    const [row] =
      mapId === null
        ? await records.select({ name: projects.name }).from(projects).where(eq(projects.id, projectId))
        : await records
            .select({ name: maps.name })
            .from(maps)
            .where(and(eq(maps.id, mapId), eq(maps.projectId, projectId)));
    if (!row) throw new GromaError('NOT_FOUND', { noun: 'map' });
    return row.name;
  }

  async function present(projectId: ProjectId, found: readonly CurrentOrigin[]): Promise<OriginReply[]> {
    const ids = [...new Set(found.flatMap(({ block }) => (block ? [block.notebookId] : [])))];
    const named =
      ids.length === 0
        ? []
        : await records
            .select({ id: notebooks.id, name: notebooks.name })
            .from(notebooks)
            .where(and(eq(notebooks.projectId, projectId), inArray(notebooks.id, ids)));
    const names = new Map(named.map(({ id, name }) => [id, name]));
    return found.map((each) => presentOrigin(each, names));
  }
}

function presentOrigin(origin: CurrentOrigin, notebookNames: ReadonlyMap<string, string>): OriginReply {
  const { block, inputs } = origin;
  const notebook = block && notebookNames.get(block.notebookId);
  return {
    thing: referenceOfThing(origin.thing),
    name: origin.name,
    map_name: origin.mapName,
    kind: origin.kind,
    doer: origin.doer,
    title: origin.tool?.title ?? null,
    is_tool_changed: origin.tool?.isChanged ?? false,
    version: origin.version,
    parameters: origin.parameters,
    made_at: origin.madeAt.toISOString(),
    username: origin.username,
    operation_id: origin.operationId ?? null,
    notebook:
      block && notebook !== undefined ? { id: block.notebookId, name: notebook, block_id: block.blockId } : null,
    is_written: origin.isWritten,
    inputs: inputs.map(({ input, sourceName, version, count, current, currentName, ...source }) => ({
      input,
      reference: referenceOf(source),
      name: currentName ?? sourceName,
      version,
      current,
      features: count,
    })),
  };
}
