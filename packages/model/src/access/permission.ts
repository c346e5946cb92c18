import type { ProjectRole, TenantRole } from './role.ts';

export const projectSubjects = ['project', 'notebook', 'file', 'map', 'database', 'workflow', 'machine'] as const;
export type ProjectSubject = (typeof projectSubjects)[number];

export const projectActions = [
  'create',
  'read',
  'update',
  'delete',
  'duplicate',
  'comment',
  'share',
  'publish',
  'upload',
  'download',
  'read-on-open',
  'edit-on-open',
  'execute_query',
  'run',
  'audit',
] as const;
export type ProjectAction = (typeof projectActions)[number];

interface Sentence<Role, Action, Subject> {
  readonly roles: readonly Role[];
  readonly actions: readonly Action[];
  readonly subjects: readonly Subject[];
}

/** Writes a permission as a sentence: these roles may do these actions to these subjects. */
function the<Role extends string>(...roles: Role[]) {
  return {
    may: <Action extends string>(...actions: Action[]) => ({
      any: <Subject extends string>(...subjects: Subject[]): Sentence<Role, Action, Subject> => ({
        roles,
        actions,
        subjects,
      }),
    }),
  };
}

const editors = ['PROJECT_OWNER', 'PROJECT_EDITOR'] as const;
const everyone = [...editors, 'PROJECT_COMMENTATOR', 'PROJECT_VIEWER'] as const;

/**
 * 000 §6.2. Machines are not in the table: running code changes files, so it goes with editing; anyone inside may look.
 */
const projectSentences: readonly Sentence<ProjectRole, ProjectAction, ProjectSubject>[] = [
  the(...editors)
    .may('create')
    .any('notebook', 'file', 'map', 'database', 'workflow'),
  the(...editors)
    .may('update', 'delete', 'duplicate')
    .any('project', 'notebook', 'file', 'map', 'database', 'workflow'),
  the(...everyone)
    .may('read')
    .any('project', 'notebook', 'file', 'map', 'database', 'workflow', 'machine'),
  the(...editors, 'PROJECT_COMMENTATOR')
    .may('comment')
    .any('project', 'notebook', 'file', 'map', 'workflow'),
  the(...editors)
    .may('share')
    .any('project'),
  the(...editors)
    .may('publish')
    .any('project', 'notebook', 'map', 'workflow'),
  the(...editors)
    .may('upload', 'download', 'edit-on-open')
    .any('file'),
  the(...everyone)
    .may('read-on-open')
    .any('file'),
  the(...editors)
    .may('execute_query')
    .any('database'),
  the(...editors)
    .may('run')
    .any('machine', 'notebook'),
  the('PROJECT_COMMENTATOR').may('duplicate').any('notebook', 'map', 'workflow'),
  // Not in the table either: what others have had the assistant do is the owner's to look at (AIA-151).
  the('PROJECT_OWNER').may('audit').any('project'),
];

export const tenantSubjects = [
  'tenant',
  'project',
  'public project',
  'notebook',
  'database',
  'user',
  'billing',
] as const;
export type TenantSubject = (typeof tenantSubjects)[number];
export const tenantActions = [
  'create',
  'read',
  'update',
  'delete',
  'comment',
  'share',
  'duplicate',
  'invite',
  'dissolve',
  'leave',
] as const;
export type TenantAction = (typeof tenantActions)[number];

/** 000 §6.1. The tenant itself is not in the table: its owner alone renames and dissolves it. */
const tenantSentences: readonly Sentence<TenantRole, TenantAction, TenantSubject>[] = [
  the('OWNER', 'MEMBER').may('create', 'update', 'comment').any('project', 'notebook'),
  the('OWNER', 'MEMBER').may('read').any('project', 'notebook', 'user'),
  the('OWNER', 'MEMBER').may('delete').any('notebook'),
  the('OWNER', 'MEMBER').may('share').any('project'),
  the('OWNER', 'MEMBER').may('duplicate').any('project', 'notebook', 'database'),
  the('OWNER').may('delete').any('project', 'public project', 'user'),
  the('OWNER').may('update', 'invite', 'dissolve').any('user'),
  the('OWNER').may('read').any('billing'),
  the('MEMBER').may('leave').any('user'),
  the('OWNER').may('update', 'delete').any('tenant'),
];

type Layout = Map<string, Map<string, Set<string>>>;
const projectLayout = layOut(projectSentences);
const tenantLayout = layOut(tenantSentences);

/** Whether a project role may do an action to a kind of thing inside its project. */
export function canInProject(role: ProjectRole, action: ProjectAction, subject: ProjectSubject): boolean {
  return projectLayout.get(role)?.get(action)?.has(subject) ?? false;
}

/** Whether a tenant role may do an action to a kind of thing of its tenant. */
export function canInTenant(role: TenantRole, action: TenantAction, subject: TenantSubject): boolean {
  return tenantLayout.get(role)?.get(action)?.has(subject) ?? false;
}

/**
 * Deleting a whole project needs the project role and, besides, tenant OWNER or being its creator: tenant and project
 * tables answer different questions, and both must say yes (ACC-107). A public project, one whose general access is
 * above the least, is deleted by the tenant's OWNER only; its creator closes it first (ACC-066, ACC-123).
 */
export function canDeleteProject(
  role: ProjectRole,
  tenantRole: TenantRole,
  isCreator: boolean,
  isPublic: boolean,
): boolean {
  if (!canInProject(role, 'delete', 'project')) return false;
  return canInTenant(tenantRole, 'delete', isPublic ? 'public project' : 'project') || (isCreator && !isPublic);
}

/** Sentences laid out once, so that a decision is three look-ups: role, action, subject. */
function layOut<Role extends string, Action extends string, Subject extends string>(
  sentences: readonly Sentence<Role, Action, Subject>[],
): Layout {
  const layout: Layout = new Map();
  for (const { roles, actions, subjects } of sentences)
    for (const role of roles)
      for (const action of actions) {
        const byAction = layout.get(role) ?? new Map<string, Set<string>>();
        layout.set(role, byAction.set(action, new Set([...(byAction.get(action) ?? []), ...subjects])));
      }
  return layout;
}
