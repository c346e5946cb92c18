import { expect, test } from 'vitest';
import type { Project } from '../../platform/session.ts';
import { arrangeProjects, type Arrangement } from './arrange-projects.ts';

const project = (name: string, tenant: string, day: number, creator = 'ana'): Project => ({
  id: name,
  name,
  tenant,
  creator,
  general_access: 'RESTRICTED',
  tenant_access: 'RESTRICTED',
  role: 'PROJECT_OWNER',
  can_delete: true,
  tenant_name: tenant,
  created_at: `2026-01-0${10 - day}T00:00:00Z`,
  updated_at: `2026-02-0${day}T00:00:00Z`,
  show_cursors: true,
  picture: null,
  plan_outcome: 'NO_ERROR',
  is_sample: false,
});
const projects = [
  project('Wells 10', 'hydrolab', 1),
  project('wells 9', 'vizugy', 3, 'marton'),
  project('Gauges', 'hydrolab', 2, 'ilinca'),
  project('Ports', 'danube', 4, 'jelena'),
];
const standing = { userId: 'ana', tenantId: 'hydrolab', tenantIds: new Set(['hydrolab', 'vizugy']) };
const names = (arrangement: Partial<Arrangement>) =>
  arrangeProjects(projects, { filter: 'all', order: 'edited', typed: '', standing, ...arrangement }, 'en').map(
    ({ name }) => name,
  );

test('[ACC-050] all are those of the tenant that is entered and those shared from outside; mine are those one made in it', () => {
  expect(names({})).toEqual(['Ports', 'Gauges', 'Wells 10']);
  expect(names({ filter: 'mine' })).toEqual(['Wells 10']);
  expect(names({ filter: 'shared' })).toEqual(['Ports']);
});

test('[ACC-050] entering another tenant shows its workspaces', () => {
  expect(names({ standing: { ...standing, tenantId: 'vizugy' } })).toEqual(['Ports', 'wells 9']);
});

test('[ACC-050] they stand by last edit, by age or by name with its numbers, and are searched by name', () => {
  const all = { standing: { ...standing, tenantIds: new Set(['hydrolab']) } };
  expect(names({ ...all, order: 'created' })).toEqual(['Wells 10', 'Gauges', 'wells 9', 'Ports']);
  expect(names({ ...all, order: 'name' })).toEqual(['Gauges', 'Ports', 'wells 9', 'Wells 10']);
  expect(names({ ...all, typed: ' WELLS ' })).toEqual(['wells 9', 'Wells 10']);
});
