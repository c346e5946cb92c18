import { GromaError, newId, type DataPath } from '@groma/model';
import type { Origin } from '../../../platform/origin/origin.ts';
import { noteFileOrigin } from '../../../platform/origin/origin-records.ts';
import { givenFile } from './project-tool-run.ts';
import { keepResult, type Done } from './run-tool.ts';
import { publishFile } from './tool-file.ts';
import type { GivenResult, ToolContext, ToolParts, ToolResult, WantedTool } from './wanted-tool.ts';

interface FileAgain {
  title: string;
  wanted: WantedTool;
  output: Extract<WantedTool['output'], { kind: 'file-again' }>;
  results: readonly GivenResult[];
  originOf(given: GivenResult): Origin;
  make(given: GivenResult): Promise<Done>;
}

/**
 * Writes a file that a tool of people has given before anew, of what it gives under that name now; the version before
 * goes to the trash of the person. @throws GromaError TOOL_GIVES_NO_ROWS, EXPORT_FAILED
 */
export async function storeFileAgain(
  parts: ToolParts,
  { title, wanted, output, results, originOf, make }: FileAgain,
  context: ToolContext,
): Promise<ToolResult> {
  const { target } = output;
  const given = results.find(({ name }) => name === output.output);
  const { format } = parts.resultFiles.place(target);
  if (!given || (given.kind !== 'file' && !format)) throw new GromaError('TOOL_GIVES_NO_ROWS', { name: title });
  if (given.kind === 'file') return rewrite(parts, { title, wanted, target, given, origin: originOf(given) }, context);
  const file = {
    kind: 'file' as const,
    layerId: newId<'layer'>(),
    target,
    format: format!,
    replacedBy: wanted.user.id,
  };
  return keepResult(parts, { ...wanted, output: file }, await make(given), context);
}

async function rewrite(
  { platform }: ToolParts,
  {
    title,
    wanted: { projectId, user },
    target,
    given,
    origin,
  }: { title: string; wanted: WantedTool; target: DataPath; given: GivenResult; origin: Origin },
  context: ToolContext,
): Promise<ToolResult> {
  const { files } = platform;
  // What the code itself has written is there already, wherever that is.
  const path = given.isThere ? given.path : target;
  const bytes = (await files.stat(projectId, given.path, given.isThere ? 'groma' : 'groma-temp'))?.bytes ?? 0;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const made = { operation_id: context.id, name, count: 0, skipped: [], layer: null, preview: null, edits: [] };
  const result: ToolResult = { ...made, file: { path, bytes } };
  if (!given.isThere) {
    const before = (await files.stat(projectId, target))?.etag ?? null;
    await context.keep({ made: { result, remarks: [], before, origin } });
    const content = await givenFile(platform, projectId, given, title).open();
    await files.write(projectId, target, content, { bucket: 'groma', replace: true, trashedBy: user.id });
  }
  await noteFileOrigin(platform, { projectId, path, authorId: user.id }, origin);
  await publishFile(platform, projectId, path);
  return result;
}
