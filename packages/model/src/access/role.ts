/** Role of a user in a tenant (ACC-005). */
export const tenantRoles = ['OWNER', 'MEMBER', 'NONE'] as const;
export type TenantRole = (typeof tenantRoles)[number];

/** Role of a user in a project (ACC-011). */
export const projectRoles = [
  'PROJECT_OWNER',
  'PROJECT_EDITOR',
  'PROJECT_COMMENTATOR',
  'PROJECT_VIEWER',
  'NONE',
] as const;
export type ProjectRole = (typeof projectRoles)[number];

/** Role an explicit share may carry (ACC-012). */
export const shareRoles = ['PROJECT_EDITOR', 'PROJECT_COMMENTATOR', 'PROJECT_VIEWER'] as const;
export type ShareRole = (typeof shareRoles)[number];

/** General or tenant access of a project, as stored: the least value has one spelling (ACC-016). */
export const accessLevels = [...shareRoles, 'RESTRICTED'] as const;
export type AccessLevel = (typeof accessLevels)[number];

const spellings: Readonly<Record<string, AccessLevel>> = {
  project_editor: 'PROJECT_EDITOR',
  editor: 'PROJECT_EDITOR',
  project_commentator: 'PROJECT_COMMENTATOR',
  commentator: 'PROJECT_COMMENTATOR',
  project_viewer: 'PROJECT_VIEWER',
  viewer: 'PROJECT_VIEWER',
  restricted: 'RESTRICTED',
  private: 'RESTRICTED',
};

/** Reads any spelling of the specification of an access level; undefined for anything else (ACC-013 to ACC-015). */
export function parseAccessLevel(text: string): AccessLevel | undefined {
  return Object.hasOwn(spellings, text.toLowerCase()) ? spellings[text.toLowerCase()] : undefined;
}
