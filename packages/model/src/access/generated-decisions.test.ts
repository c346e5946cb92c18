import { expect, test } from 'vitest';
import { canDeleteProject, canInProject, projectActions, projectSubjects } from './permission.ts';
import { decideProjectRole, explainProjectRole, type ProjectStanding } from './project-role.ts';
import { accessLevels, shareRoles } from './role.ts';

/**
 * The whole decision, from a standing to a yes or no, computed a second time in another way: permissions as letters of
 * a matrix, roles as numbers, and the rules as the specification's sentences one after the other.
 */
const matrix: Record<string, string> = {
  // Letters: c create, r read, u update, d delete, D duplicate, m comment, s share, p publish, U upload, W download, o
  // read-on-open, e edit-on-open, q execute_query, x run, a audit.
  project: 'owner:a editor:rudDmsp commentator:rm viewer:r',
  notebook: 'editor:crudDmpx commentator:rmD viewer:r',
  file: 'editor:crudDmUWoe commentator:rmo viewer:ro',
  map: 'editor:crudDmp commentator:rmD viewer:r',
  database: 'editor:crudDq commentator:r viewer:r',
  workflow: 'editor:crudDmp commentator:rmD viewer:r',
  machine: 'editor:rx commentator:r viewer:r',
};
const letters: Record<string, string> = {
  create: 'c',
  read: 'r',
  update: 'u',
  delete: 'd',
  duplicate: 'D',
  comment: 'm',
  share: 's',
  publish: 'p',
  upload: 'U',
  download: 'W',
  'read-on-open': 'o',
  'edit-on-open': 'e',
  execute_query: 'q',
  run: 'x',
  audit: 'a',
};
const numbers: Record<string, number> = { RESTRICTED: 0, PROJECT_VIEWER: 1, PROJECT_COMMENTATOR: 2, PROJECT_EDITOR: 3 };
const words = ['nobody', 'viewer', 'commentator', 'editor', 'owner'];

/** 0 to 4: nobody, viewer, commentator, editor, owner. */
function secondRole({
  ownsTenant,
  isMember,
  isCreator,
  shareRole,
  generalAccess,
  tenantAccess,
}: ProjectStanding): number {
  if (ownsTenant) return 4;
  if (isMember && isCreator) return 4;
  const general = numbers[generalAccess]!;
  const tenant = isMember ? numbers[tenantAccess]! : 0;
  // Rule 2 and rule 3; a level at its least is left out.
  if (shareRole) return Math.min(numbers[shareRole]!, general || 3, tenant || 3);
  if (general === 0) return tenant;
  if (tenant === 0) return general;
  return Math.min(general, tenant);
}

function secondAnswer(role: number, action: string, subject: string): boolean {
  const row = matrix[subject]!;
  const its = role === 4 ? ['owner', 'editor'] : [words[role]!];
  const found = row.split(' ').filter((part) => its.some((word) => part.startsWith(`${word}:`)));
  return found.some((part) => part.split(':')[1]!.includes(letters[action]!));
}

function* standings(): Generator<ProjectStanding> {
  for (const bits of [0, 1, 2, 3, 4, 5, 6, 7])
    for (const shareRole of [undefined, ...shareRoles])
      for (const generalAccess of accessLevels)
        for (const tenantAccess of accessLevels) {
          yield {
            ownsTenant: (bits & 1) > 0,
            isMember: (bits & 2) > 0,
            isCreator: (bits & 4) > 0,
            shareRole,
            generalAccess,
            tenantAccess,
          };
        }
}

test('[ACC-071] [ACC-087] [ACC-089] [ACC-090] [ACC-092] [ACC-100] [ACC-106] [ACC-118] every standing, action and subject is decided as a second computation decides it', () => {
  const wrong: unknown[] = [];
  let count = 0;
  for (const standing of standings()) {
    const [role, second] = [decideProjectRole(standing), secondRole(standing)];
    for (const action of projectActions)
      for (const subject of projectSubjects) {
        count += 1;
        if (canInProject(role, action, subject) !== secondAnswer(second, action, subject))
          wrong.push({ standing, role, second, action, subject });
      }
  }
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(count).toBe(8 * 4 * 4 * 4 * 15 * 7);
});

test('[ACC-066] [ACC-107] [ACC-123] deleting a whole project is decided for every standing as a second computation decides it', () => {
  for (const standing of standings()) {
    const { ownsTenant, isMember, isCreator, generalAccess } = standing;
    const tenantRole = ownsTenant ? 'OWNER' : isMember ? 'MEMBER' : 'NONE';
    const isPublic = generalAccess !== 'RESTRICTED';
    // The owner of the tenant always; its creator while it is closed and they may still edit it.
    const second = ownsTenant || (isCreator && !isPublic && secondRole(standing) >= 3);
    expect({ standing, may: canDeleteProject(decideProjectRole(standing), tenantRole, isCreator, isPublic) }).toEqual({
      standing,
      may: second,
    });
  }
});

/** The standing without what limits its role. */
function lift(standing: ProjectStanding): ProjectStanding {
  const { limitedBy } = explainProjectRole(standing);
  return {
    ...standing,
    shareRole: limitedBy.includes('share') ? undefined : standing.shareRole,
    generalAccess: limitedBy.includes('general-access') ? 'RESTRICTED' : standing.generalAccess,
    tenantAccess: limitedBy.includes('tenant-access') ? 'RESTRICTED' : standing.tenantAccess,
  };
}

test('[ACC-092] [ACC-098] what limits a role is what would leave more if it were not there', () => {
  const limited = [...standings()].filter((standing) => explainProjectRole(standing).limitedBy.length > 0);
  expect(limited).toHaveLength(90);
  for (const standing of limited)
    expect({ standing, more: secondRole(lift(standing)) > secondRole(standing) }).toEqual({ standing, more: true });
});

test('[ACC-092] [ACC-098] where nothing is named as a limit, all that grants anything grants the same', () => {
  const free = [...standings()].filter(
    (standing) =>
      !standing.ownsTenant &&
      !(standing.isMember && standing.isCreator) &&
      explainProjectRole(standing).limitedBy.length === 0,
  );
  for (const { shareRole, generalAccess, tenantAccess, isMember } of free) {
    const granted = [shareRole ?? 'RESTRICTED', generalAccess, isMember ? tenantAccess : 'RESTRICTED'].filter(
      (level) => level !== 'RESTRICTED',
    );
    expect(new Set(granted).size).toBeLessThanOrEqual(1);
  }
});

test('[ACC-101] a role is given by something, unless there is none', () => {
  for (const standing of standings()) {
    const { role, because } = explainProjectRole(standing);
    expect([role, because === 'nothing']).toEqual([decideProjectRole(standing), role === 'NONE']);
  }
});
