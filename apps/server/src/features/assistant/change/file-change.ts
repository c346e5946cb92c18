import { GromaError, mergeTexts, parseExistingPath } from '@groma/model';
import type { ChangeAsked, ChangeDoer } from './change-row.ts';

interface AppliedText {
  before: string;
  after: string;
}

/** Text files, in their live document. */
export const fileChange: ChangeDoer = {
  apply: (asked) => editFile(asked, asked.change.before as string, asked.change.after as string),
  async revert(asked) {
    const applied = asked.change.applied as AppliedText | null;
    if (applied === null) throw new GromaError('ORIGINAL_GONE', { name: asked.change.title });
    try {
      await editFile(asked, applied.after, applied.before);
    } catch (error) {
      if (error instanceof GromaError && error.code === 'FILE_NOT_FOUND')
        throw new GromaError('ORIGINAL_GONE', { name: asked.change.title });
      throw error;
    }
    return { isLess: false };
  },
};

/** Does to the text as it is now what makes one text another. */
async function editFile(
  { platform, needs, projectId, user, change }: ChangeAsked,
  from: string,
  to: string,
): Promise<AppliedText> {
  await platform.access.require(user.id, projectId, 'edit-on-open', 'file');
  return needs.editFile(projectId, parseExistingPath(change.target['path']!), (text) => {
    const merged = mergeTexts(from, text, to);
    if (merged === null) throw new GromaError('CHANGE_CONFLICT', { name: change.title });
    return merged;
  });
}
