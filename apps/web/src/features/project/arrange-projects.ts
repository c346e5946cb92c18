import type { Project } from '../../platform/session.ts';

export const projectFilters = ['all', 'mine', 'shared'] as const;
export type ProjectFilter = (typeof projectFilters)[number];
export const projectOrders = ['edited', 'created', 'name'] as const;
export type ProjectOrder = (typeof projectOrders)[number];

/** Whose workspaces are looked at, and from which tenant. */
export interface Standing {
  userId: string;
  tenantId: string | null;
  tenantIds: ReadonlySet<string>;
}
export interface Arrangement {
  filter: ProjectFilter;
  order: ProjectOrder;
  typed: string;
  standing: Standing;
}

type Belonging = Pick<Project, 'tenant' | 'creator'>;

/**
 * Whether a project is shared from a tenant that the person is in no other way. Such a project is there whatever tenant
 * is entered.
 */
export function isFromOutside(project: Pick<Project, 'tenant'>, { tenantIds }: Standing): boolean {
  return !tenantIds.has(project.tenant);
}

/**
 * Whether a project is shown under a filter: all of the tenant that is entered and all from outside, those the person
 * made in it, or those from outside.
 */
function isShown(project: Belonging, filter: ProjectFilter, standing: Standing): boolean {
  const isOutside = isFromOutside(project, standing);
  if (filter === 'shared') return isOutside;
  if (filter === 'mine') return project.tenant === standing.tenantId && project.creator === standing.userId;
  return isOutside || project.tenant === standing.tenantId;
}

/** The projects to show, in order. */
export function arrangeProjects(
  projects: readonly Project[],
  { filter, order, typed, standing }: Arrangement,
  locale: string,
): Project[] {
  const wanted = typed.trim().toLocaleLowerCase(locale);
  return projects
    .filter((project) => isShown(project, filter, standing))
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
