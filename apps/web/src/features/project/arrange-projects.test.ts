import { expect, test } from 'vitest';
import type { Project } from '../../platform/session.ts';
import { arrangeProjects, type Arrangement } from './arrange-projects.ts';

function project(name: string, tenant: string, edited: string, created = edited): Project {
  return {
    id: name, name, tenant, creator: 'somebody', general_access: 'RESTRICTED', tenant_access: 'RESTRICTED', created_at: created, updated_at: edited,
    role: 'PROJECT_OWNER', can_delete: true, tenant_name: tenant,
  };
}

const projects = [
  project('Sava 10', 'mine', '2026-03-01', '2026-01-01'), project('Danube', 'theirs', '2026-05-01', '2026-01-03'), project('Sava 9', 'mine', '2026-04-01', '2026-01-02'),
];
const names = (change: Partial<Arrangement>) => arrangeProjects(projects, { filter: 'all', order: 'edited', typed: '', ownTenantId: 'mine', ...change }, 'en').map(({ name }) => name);

test('[ACC-050] the last edited comes first; names count their numbers', () => {
  expect(names({})).toEqual(['Danube', 'Sava 9', 'Sava 10']);
  expect(names({ order: 'created' })).toEqual(['Danube', 'Sava 9', 'Sava 10']);
  expect(names({ order: 'name' })).toEqual(['Danube', 'Sava 9', 'Sava 10']);
});

test('[ACC-050] mine are those of the own organisation, shared the rest', () => {
  expect(names({ filter: 'mine' })).toEqual(['Sava 9', 'Sava 10']);
  expect(names({ filter: 'shared' })).toEqual(['Danube']);
  expect(names({ filter: 'mine', ownTenantId: null })).toEqual([]);
});

test('[ACC-050] search finds parts of names in any case', () => {
  expect(names({ typed: ' SAVA ' })).toEqual(['Sava 9', 'Sava 10']);
  expect(names({ typed: 'nothing' })).toEqual([]);
});
