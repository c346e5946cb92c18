import { projectRoles } from '@groma/model';
import { expect, test } from 'vitest';
import { t } from '../../platform/text.ts';
import { roleReason } from './role-reason.ts';

const reason = (person: Partial<Parameters<typeof roleReason>[1]>) =>
  roleReason(t, { because: 'share', share_role: null, limited_by: [], role: 'PROJECT_VIEWER', ...person }, 'Hydrolab');

test('what gives a role is said in plain words', () => {
  expect(reason({ because: 'owns-tenant', role: 'PROJECT_OWNER' })).toBe('Owns Hydrolab');
  expect(reason({ because: 'made-it', role: 'PROJECT_OWNER' })).toBe('Created this workspace');
  expect(reason({ because: 'tenant-access' })).toBe('As a member of Hydrolab');
  expect(reason({ because: 'general-access' })).toBe('As anyone with an account');
});

test('[ACC-092] [ACC-098] what keeps a role below what was shared is said in plain words', () => {
  expect(reason({ share_role: 'PROJECT_EDITOR', limited_by: ['general-access'] })).toBe(
    'Shared as Editor, but limited to Viewer by what anyone with an account may do',
  );
  expect(reason({ because: 'tenant-access', limited_by: ['general-access'] })).toBe(
    'Limited to Viewer by what anyone with an account may do',
  );
  // The share itself is the least of them: nothing else limits it.
  expect(reason({ share_role: 'PROJECT_VIEWER', limited_by: ['share'] })).toBe('Shared directly');
});

test('[ACC-011] every role has a name', () => {
  expect(projectRoles.map((role) => t(`project.roles.${role}`))).toEqual([
    'Owner',
    'Editor',
    'Commenter',
    'Viewer',
    'None',
  ]);
});
