import { buffer } from 'node:stream/consumers';
import { GromaError, parseDataPath, type DataPath } from '@groma/model';
import { z } from 'zod';
import { readFileText } from '../../../../platform/text/file-text.ts';
import { mcpTool, type McpTool } from '../../mcp/mcp-tool.ts';
import type { Created } from '../created-change.ts';
import { openOfTurn, propose, type ChangeTurn } from './change-course.ts';
import { checkCode } from './check-code.ts';
import { passages, replacePassages, storedText } from './replace-passages.ts';

/** Larger texts are no change that somebody reads: what was and what is to be are kept whole. */
const mostBytes = 2 * 1024 ** 2;

/** The tool that changes text files and makes new ones. */
export function fileTools(turn: ChangeTurn): McpTool[] {
  return [
    mcpTool({
      name: 'edit_text_file',
      description:
        'Change passages of a text file, or give it a whole new text; a file that is not there is made. Python is ' +
        'checked first.',
      isReading: false,
      input: z.object({
        path: z.string().max(4_096).describe('As /data/notes.md.'),
        passages: passages.optional(),
        text: storedText.optional().describe('The whole text.'),
        keep_despite_findings: z.boolean().default(false),
      }),
      run: async (given, call) => {
        const path = parseDataPath(given.path);
        await turn.platform.access.require(turn.userId, turn.projectId, 'edit-on-open', 'file');
        const open = (await openOfTurn(turn)).find(({ kind, target }) => target['path'] === path && kind !== 'cell');
        const before = open?.kind === 'created' ? null : await readText(turn, path);
        const current =
          open?.kind === 'created' ? (open.after as { text: string }).text : ((open?.after as string) ?? before);
        if (given.passages && current === null) throw new GromaError('FILE_NOT_FOUND', { path });
        const after = given.text ?? (given.passages ? replacePassages(current!, given.passages, path) : undefined);
        if (after === undefined)
          throw new GromaError('BAD_INPUT', { detail: 'give either passages to replace or the whole text.' });
        if (after === current) return { state: 'The file says this already.' };
        const language = path.endsWith('.py') ? 'python' : null;
        const check = language && { check: () => checkCode(call, [after]) };
        const rest = { ...check, keepsFailed: given.keep_despite_findings };
        const made: unknown = before === null ? ({ kind: 'file', path, text: after } satisfies Created) : after;
        if (open) return propose(turn, { changes: [], revised: [{ row: open, after: made }], ...rest });
        const kind = before === null ? 'created' : 'file';
        return propose(turn, {
          changes: [{ kind, title: path, target: { path }, before, after: made, language }],
          ...rest,
        });
      },
    }),
  ];
}

/** The text of a file as it stands on disk; null where there is none. @throws GromaError FILE_NOT_TEXT, TOO_LARGE */
async function readText({ platform: { files }, projectId }: ChangeTurn, path: DataPath): Promise<string | null> {
  const found = await files.stat(projectId, path);
  if (!found) return null;
  if (found.isDir) throw new GromaError('FILE_NOT_TEXT', { path });
  if (found.bytes === 0) return '';
  const opened = await files.open(projectId, path);
  if (opened.bytes > mostBytes) {
    await opened.close();
    throw new GromaError('TOO_LARGE', { name: path, limit: `${mostBytes / 1024 ** 2} MB for the assistant` });
  }
  const decoded = readFileText(await buffer(opened.read({ start: 0, end: opened.bytes - 1 })));
  if (!decoded) throw new GromaError('FILE_NOT_TEXT', { path });
  return decoded.text;
}
