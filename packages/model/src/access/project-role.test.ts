import { describe, expect, test } from 'vitest';
import { canInProject } from './permission.ts';
import { decideProjectRole, type ProjectStanding } from './project-role.ts';
import { accessLevels, parseAccessLevel, shareRoles, type AccessLevel, type ProjectRole } from './role.ts';

const outsider: ProjectStanding = {
  ownsTenant: false,
  isMember: false,
  isCreator: false,
  shareRole: undefined,
  generalAccess: 'RESTRICTED',
  tenantAccess: 'RESTRICTED',
};

/** The three rules once more, written as ranks: 0 nothing, 1 viewer, 2 commentator, 3 editor. */
function secondComputation(standing: ProjectStanding): ProjectRole {
  const rank = (level: string | undefined) =>
    ['RESTRICTED', 'PROJECT_VIEWER', 'PROJECT_COMMENTATOR', 'PROJECT_EDITOR'].indexOf(level ?? 'RESTRICTED');
  if (standing.ownsTenant) return 'PROJECT_OWNER';
  if (standing.isMember && standing.isCreator) return 'PROJECT_OWNER';
  let best = 4;
  for (const level of [
    rank(standing.shareRole),
    rank(standing.generalAccess),
    standing.isMember ? rank(standing.tenantAccess) : 0,
  ]) {
    if (level > 0 && level < best) best = level;
  }
  return (['NONE', 'PROJECT_VIEWER', 'PROJECT_COMMENTATOR', 'PROJECT_EDITOR', 'NONE'] as const)[best]!;
}

test('[ACC-090] [ACC-091] [ACC-092] [ACC-093] [ACC-096] [ACC-097] [ACC-098] [ACC-100] all combinations agree with a second computation', () => {
  const yesNo = [true, false];
  let count = 0;
  for (const ownsTenant of yesNo)
    for (const isMember of yesNo)
      for (const isCreator of yesNo)
        for (const shareRole of [undefined, ...shareRoles])
          for (const generalAccess of accessLevels)
            for (const tenantAccess of accessLevels) {
              const standing = { ownsTenant, isMember, isCreator, shareRole, generalAccess, tenantAccess };
              expect({ standing, role: decideProjectRole(standing) }).toEqual({
                standing,
                role: secondComputation(standing),
              });
              count += 1;
            }
  expect(count).toBe(512);
});

describe('single cases', () => {
  test('[ACC-094] a share to an outsider of a closed project gives the share role', () => {
    expect(decideProjectRole({ ...outsider, shareRole: 'PROJECT_EDITOR' })).toBe('PROJECT_EDITOR');
  });
  test('[ACC-092] a share is limited by the levels that grant something', () => {
    expect(decideProjectRole({ ...outsider, shareRole: 'PROJECT_EDITOR', generalAccess: 'PROJECT_VIEWER' })).toBe(
      'PROJECT_VIEWER',
    );
  });
  test('[ACC-095] [ACC-101] nothing granted is NONE', () => {
    expect(decideProjectRole(outsider)).toBe('NONE');
    expect(decideProjectRole({ ...outsider, tenantAccess: 'PROJECT_EDITOR' })).toBe('NONE');
  });
  test('[ACC-103] the owner of a tenant may edit its projects with tenant access for editors', () => {
    const role = decideProjectRole({ ...outsider, ownsTenant: true, tenantAccess: 'PROJECT_EDITOR' });
    expect([canInProject(role, 'update', 'project'), canInProject(role, 'edit-on-open', 'file')]).toEqual([true, true]);
  });
  test('[ACC-098] [ACC-099] without a share the lesser of both levels counts', () => {
    expect(
      decideProjectRole({
        ...outsider,
        isMember: true,
        generalAccess: 'PROJECT_EDITOR',
        tenantAccess: 'PROJECT_COMMENTATOR',
      }),
    ).toBe('PROJECT_COMMENTATOR');
  });
});

test('[ACC-013] [ACC-014] [ACC-015] every spelling of an access level is read, and no other', () => {
  const spellings: Record<string, AccessLevel | undefined> = {
    PROJECT_EDITOR: 'PROJECT_EDITOR',
    editor: 'PROJECT_EDITOR',
    commentator: 'PROJECT_COMMENTATOR',
    PROJECT_VIEWER: 'PROJECT_VIEWER',
    viewer: 'PROJECT_VIEWER',
    RESTRICTED: 'RESTRICTED',
    restricted: 'RESTRICTED',
    PRIVATE: 'RESTRICTED',
    private: 'RESTRICTED',
    owner: undefined,
    '': undefined,
    constructor: undefined,
  };
  for (const [text, level] of Object.entries(spellings)) expect([text, parseAccessLevel(text)]).toEqual([text, level]);
});
