import type { Project } from '../../platform/session.ts';

export type ProjectFilter = 'all' | 'mine' | 'shared';
export type ProjectOrder = 'edited' | 'created' | 'name';

export interface Arrangement { filter: ProjectFilter; order: ProjectOrder; typed: string; ownTenantId: string | null }

/** Whether a project is the person's own: of the organisation that is theirs. Anything else was shared with them. */
export function isOwn(project: Pick<Project, 'tenant'>, ownTenantId: string | null): boolean {
  return project.tenant === ownTenantId;
}

/** The projects to show, in order. */
export function arrangeProjects(projects: readonly Project[], { filter, order, typed, ownTenantId }: Arrangement, locale: string): Project[] {
  const wanted = typed.trim().toLocaleLowerCase(locale);
  return projects
    .filter((project) => filter === 'all' || isOwn(project, ownTenantId) === (filter === 'mine'))
    .filter(({ name }) => name.toLocaleLowerCase(locale).includes(wanted))
    .toSorted(comparators[order](locale));
}

type Compare = (first: Project, second: Project) => number;

const comparators: Readonly<Record<ProjectOrder, (locale: string) => Compare>> = {
  edited: () => (first, second) => second.updated_at.localeCompare(first.updated_at),
  created: () => (first, second) => second.created_at.localeCompare(first.created_at),
  name: (locale) => {
    const { compare } = new Intl.Collator(locale, { numeric: true });
    return (first, second) => compare(first.name, second.name);
  },
};
