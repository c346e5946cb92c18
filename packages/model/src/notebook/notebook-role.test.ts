import { expect, test } from 'vitest';
import { canInProject } from '../access/permission.ts';
import { projectRoles, type ProjectRole } from '../access/role.ts';
import { isEmoji } from './comment.ts';

/** The role in a notebook that follows from what a project role may do with notebooks. */
const notebookRole = (role: ProjectRole) =>
  canInProject(role, 'update', 'notebook')
    ? 'editor'
    : canInProject(role, 'comment', 'notebook')
      ? 'comment'
      : canInProject(role, 'read', 'notebook')
        ? 'viewer'
        : 'none';

test('[NBK-027] [NBK-028] [NBK-029] what a person may do in a notebook follows from update and comment on notebooks', () => {
  expect(Object.fromEntries(projectRoles.map((role) => [role, notebookRole(role)]))).toEqual({
    PROJECT_OWNER: 'editor',
    PROJECT_EDITOR: 'editor',
    PROJECT_COMMENTATOR: 'comment',
    PROJECT_VIEWER: 'viewer',
    NONE: 'none',
  });
});

test('[NBK-119] a reaction is exactly one emoji, whatever it is put together of', () => {
  for (const emoji of ['👍', '👍🏽', '❤️', '👩‍🚀', '🇭🇺', '1️⃣']) expect([emoji, isEmoji(emoji)]).toEqual([emoji, true]);
  for (const text of ['', 'a', '1', ' 👍', '👍👍', '<b>', '\u200d'])
    expect([text, isEmoji(text)]).toEqual([text, false]);
});
