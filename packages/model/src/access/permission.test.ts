import { expect, test } from 'vitest';
import {
  canDeleteProject,
  canInProject,
  canInTenant,
  projectActions,
  projectSubjects,
  tenantActions,
  tenantSubjects,
} from './permission.ts';
import { projectRoles, tenantRoles } from './role.ts';

/** The tables of 000 §6, written a second time as lists of what is allowed. */
const nouns = ['notebook', 'file', 'map', 'database', 'workflow'];
const all = ['project', ...nouns];
const commentable = ['project', 'notebook', 'file', 'map', 'workflow'];
const read = [...all.map((noun) => `read ${noun}`), 'read machine', 'read-on-open file'];
const editor = [
  ...read,
  ...nouns.map((noun) => `create ${noun}`),
  ...all.flatMap((noun) => [`update ${noun}`, `delete ${noun}`, `duplicate ${noun}`]),
  ...commentable.map((noun) => `comment ${noun}`),
  'share project',
  'publish project',
  'publish notebook',
  'publish map',
  'publish workflow',
  'upload file',
  'download file',
  'edit-on-open file',
  'execute_query database',
  'run machine',
  'run notebook',
];
const projectTable: Record<string, string[]> = {
  PROJECT_OWNER: [...editor, 'audit project'],
  PROJECT_EDITOR: editor,
  PROJECT_COMMENTATOR: [
    ...read,
    ...commentable.map((noun) => `comment ${noun}`),
    'duplicate notebook',
    'duplicate map',
    'duplicate workflow',
  ],
  PROJECT_VIEWER: read,
  NONE: [],
};

test('[ACC-071] [ACC-072] [ACC-073] [ACC-074] [ACC-075] [ACC-076] [ACC-077] [ACC-078] [ACC-079] [ACC-080] [ACC-081] [ACC-082] [ACC-083] [ACC-084] [ACC-085] [ACC-086] [ACC-087] [ACC-088] [ACC-089] [KRN-035] the project table holds for every role, action and subject', () => {
  for (const role of projectRoles) {
    const allowed = projectActions.flatMap((action) =>
      projectSubjects.filter((subject) => canInProject(role, action, subject)).map((subject) => `${action} ${subject}`),
    );
    expect(allowed.sort()).toEqual([...projectTable[role]!].sort());
  }
});

const member = [
  'create project',
  'create notebook',
  'update project',
  'update notebook',
  'delete notebook',
  'read project',
  'read notebook',
  'read user',
  'comment project',
  'comment notebook',
  'share project',
  'duplicate project',
  'duplicate notebook',
  'duplicate database',
];
const tenantTable: Record<string, string[]> = {
  OWNER: [
    ...member,
    'update tenant',
    'delete tenant',
    'update user',
    'delete project',
    'delete user',
    'read billing',
    'delete public project',
    'invite user',
    'dissolve user',
  ],
  MEMBER: [...member, 'leave user'],
  NONE: [],
};

test('[ACC-053] [ACC-054] [ACC-055] [ACC-056] [ACC-057] [ACC-058] [ACC-059] [ACC-060] [ACC-061] [ACC-062] [ACC-063] [ACC-064] [ACC-065] [ACC-066] [ACC-067] [ACC-068] [ACC-069] [ACC-070] the tenant table holds for every role, action and subject', () => {
  for (const role of tenantRoles) {
    const allowed = tenantActions.flatMap((action) =>
      tenantSubjects.filter((subject) => canInTenant(role, action, subject)).map((subject) => `${action} ${subject}`),
    );
    expect(allowed.sort()).toEqual([...tenantTable[role]!].sort());
  }
});

test('[ACC-107] deleting a whole project needs the project role and, besides, tenant OWNER or being its creator', () => {
  expect(canDeleteProject('PROJECT_EDITOR', 'MEMBER', false, false)).toBe(false);
  expect(canDeleteProject('PROJECT_EDITOR', 'NONE', false, false)).toBe(false);
  expect(canDeleteProject('PROJECT_OWNER', 'MEMBER', true, false)).toBe(true);
  expect(canDeleteProject('PROJECT_OWNER', 'OWNER', false, false)).toBe(true);
  expect(canDeleteProject('PROJECT_VIEWER', 'OWNER', true, false)).toBe(false);
});
