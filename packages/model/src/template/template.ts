import { z } from 'zod';

/** What can be published (PUB-004, PUB-048): a map, a notebook, a whole project, or a workflow. */
export const templateTypes = ['MAP', 'NOTEBOOK', 'SOLUTION', 'WORKFLOW'] as const;
export type TemplateType = (typeof templateTypes)[number];

/** The word of a type in addresses of the hub, without its `s` (PUB-002, PUB-003). */
export const templateWords = {
  MAP: 'map',
  NOTEBOOK: 'notebook',
  SOLUTION: 'solution',
  WORKFLOW: 'workflow',
} as const satisfies Record<TemplateType, string>;

/** Categories of templates, in the order of the specification (PUB-006, PUB-007). */
export const templateCategories = [
  'Agriculture',
  'Archaeology',
  'Carbon',
  'Climate',
  'Digital City',
  'Disaster Response',
  'Education',
  'Forest',
  'Governance',
  'Infrastructure',
  'Insurance',
  'Land Cover',
  'Marine',
  'Mining',
  'Population/Demographics',
  'Public Health',
  'Real Estate',
  'Supply Chain',
  'Telecom',
  'Tourism',
  'Urban',
  'Weather',
  'Health',
  'Environment',
  'Social',
  'Economy',
  'Technology',
  'Other',
] as const;
export type TemplateCategory = (typeof templateCategories)[number];

/** Who may read a publication: anyone, who has its password, or the members of its organisation (PUB-032). */
export const templateAccesses = ['public', 'password', 'restricted'] as const;
export type TemplateAccess = (typeof templateAccesses)[number];

/** Version of a first publication (PUB-009). */
export const firstTemplateVersion = '1.0.0';

/** What a publication holds at most of each. */
export const templateLimits = {
  titleCharacters: 255,
  descriptionCharacters: 20_000,
  changelogCharacters: 5_000,
  tags: 20,
  tagCharacters: 50,
  thumbnailBytes: 5_000_000,
  embedOrigins: 50,
} as const;

/** Endings of pictures that can be uploaded as a thumbnail (PUB-029). */
export const thumbnailEndings = ['png', 'jpg', 'jpeg', 'webp', 'gif', 'svg'] as const;

const versionShape = /^\d{1,9}\.\d{1,9}\.\d{1,9}$/;

/** Whether a text is three dot-separated integers (PUB-008). */
export function isTemplateVersion(text: string): boolean {
  return versionShape.test(text);
}

/** Below 0 where `a` is the earlier version, above 0 where it is the later one, 0 where they are equal. */
export function compareTemplateVersions(a: string, b: string): number {
  const [first, second] = [a, b].map((text) => text.split('.').map(Number));
  const at = first!.findIndex((number, index) => number !== second![index]);
  return at < 0 ? 0 : first![at]! - second![at]!;
}

/** The version after another, its middle number counted up: 1.0.0 becomes 1.1.0. */
export function nextTemplateVersion(version: string): string {
  const [major = 1, minor = 0] = version.split('.').map(Number);
  return `${major}.${minor + 1}.0`;
}

/** Tags without spaces around them, empty ones and repetitions, in the order they came in (PUB-028). */
export function tidyTags(tags: readonly string[]): string[] {
  return [...new Set(tags.map((tag) => tag.trim()).filter((tag) => tag !== ''))];
}

/** Why what a person filled in cannot be published; the keys are those of the specification where it has one. */
export const templateProblems = {
  titleEmptyError: 'Enter a title.',
  versionInvalidError: 'A version is three numbers separated by dots, such as 1.0.0.',
  categoryEmptyError: 'Choose at least one category.',
  categoryTwiceError: 'Choose each category once.',
  passwordRequiredError: 'Password is required for password protected access',
} as const;
export type TemplateProblem = keyof typeof templateProblems;

/** What a person fills in to publish something. */
export interface TemplateFields {
  title: string;
  access: TemplateAccess;
  version: string;
  categories: readonly string[];
  /** Empty or left out: none, or the one there is already. */
  password?: string | undefined;
}

/**
 * What keeps fields from being published, in the order of the form. `hasPassword`: there is a password already, which
 * is kept where none is given (PUB-008, PUB-023 to PUB-027).
 */
export function templateProblemsOf(fields: TemplateFields, hasPassword: boolean): TemplateProblem[] {
  const problems: Record<TemplateProblem, boolean> = {
    titleEmptyError: fields.title.trim() === '',
    passwordRequiredError: fields.access === 'password' && !fields.password && !hasPassword,
    versionInvalidError: !isTemplateVersion(fields.version),
    categoryEmptyError: fields.categories.length === 0,
    categoryTwiceError: new Set(fields.categories).size < fields.categories.length,
  };
  return (Object.keys(problems) as TemplateProblem[]).filter((problem) => problems[problem]);
}

/** A host by its name or number; what policies of content take for signs of their own is in none of them. */
const originShape = /^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:]+\])(:\d+)?$/;

/** An origin that may frame a publication: `https://example.org`, or `http://localhost:3000`. */
export const embedOriginSchema = z
  .string()
  .max(255)
  .refine((text) => URL.canParse(text) && originShape.test(new URL(text).origin), {
    message: 'An origin is an address such as https://example.org.',
  })
  .transform((text) => new URL(text).origin);
