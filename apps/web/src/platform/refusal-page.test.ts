import { notebook, project } from '@groma/protocol';
import { expect, test } from 'vitest';
import { refusalPage } from './refusal-page.ts';

test('[ACC-028] [ACC-029] [ACC-030] a 403 on a project, a look-up of people or the renaming of a notebook leads to /permissionDenied', () => {
  for (const { id } of [
    project.readProject,
    project.listProjectUsers,
    project.listProjectAccess,
    notebook.renameNotebook,
    notebook.replaceNotebookName,
  ]) {
    expect([id, refusalPage(id, 403)]).toEqual([id, '/permissionDenied']);
  }
});

test('[ACC-032] a 404 on a look-up of people leads to /notFound; other refusals are said where they happened', () => {
  expect(refusalPage(project.listProjectUsers.id, 404)).toBe('/notFound');
  expect(refusalPage(project.listProjectAccess.id, 404)).toBe('/notFound');
  expect(refusalPage(notebook.renameNotebook.id, 404)).toBeNull();
  expect(refusalPage(project.updateProject.id, 403)).toBeNull();
  expect(refusalPage(project.readProject.id, 500)).toBeNull();
});
