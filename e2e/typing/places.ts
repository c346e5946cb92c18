import { expect, type Locator, type Page } from '@playwright/test';
import { openDrawer, type Person } from '../person.ts';

/** Where people type together. Each kind has an editor of its own, or another language in it. */
export const placeKinds = ['python', 'sql', 'prose', 'py', 'sql-file'] as const;
export type PlaceKind = (typeof placeKinds)[number];

export interface Place {
  kind: PlaceKind;
  name: string;
  isProse: boolean;
}

const cell = (language: string, source: string) => [
  { type: 'codeCell', props: { code: source, label: 'Typed', language } },
  { type: 'paragraph', content: 'x z' },
];
const notebooks: Partial<Record<PlaceKind, unknown[]>> = {
  python: cell('python', 'x = 1\n\nif x:\n    z = 2\n    '),
  sql: cell('sql', 'SELECT x,\n  z\nFROM q'),
  prose: ['x z q', 'z z z', 'q'].map((content) => ({ type: 'paragraph', content })),
};

/** Makes a fresh place in a workspace and opens it for everybody. */
export async function openPlace(
  people: readonly Person[],
  projectId: string,
  kind: PlaceKind,
  number: number,
): Promise<Place> {
  const blocks = notebooks[kind];
  const name = blocks ? `Typing ${number}` : `typing-${number}.${kind === 'py' ? 'py' : 'sql'}`;
  const { request } = people[0]!.context;
  const reply = blocks
    ? await request.post(`/api/notebooks/projects/${projectId}`, { data: { name, initialTemplate: blocks } })
    : await request.post(`/api/gcs/projects/${projectId}/files?replace=true`, {
        multipart: {
          filePaths: `/data/${name}`,
          files: { name, mimeType: 'text/plain', buffer: Buffer.from('x = 1\n\nz(\n  q\n)\nq\n  ') },
        },
      });
  expect(reply.ok()).toBe(true);
  const place = { kind, name, isProse: kind === 'prose' };
  await Promise.all(people.map(({ page }) => open(page, place, Boolean(blocks))));
  return place;
}

async function open(page: Page, place: Place, isNotebook: boolean): Promise<void> {
  await openDrawer(page, isNotebook ? 'Notebooks' : 'Files');
  await page
    .getByRole('treeitem', {
      name: isNotebook ? place.name : new RegExp(`^${place.name.replace('.', '\\.')}`),
      exact: isNotebook,
    })
    .dblclick();
  await expect(page.getByRole('tab', { name: place.name, exact: true })).toHaveAttribute('aria-selected', 'true');
  await expect(textOf(page, place)).toBeVisible();
}

/** What is typed into. */
export function textOf(page: Page, { isProse }: Place): Locator {
  return page
    .locator(isProse ? '.notebook:visible .bn-editor' : ':is(.notebook, .file-editor):visible .cm-content')
    .first();
}

/**
 * What the editors of a page hold, and not what stands on the screen: the code, and the blocks of prose with their
 * marks.
 */
export function contentOf(page: Page): Promise<{ code: string[]; prose: string }> {
  return page
    .locator(':is(.notebook, .file-editor):visible')
    .first()
    .evaluate((shown) => {
      interface Code {
        cmTile: { root: { view: { state: { doc: { toString(): string } } } } };
      }
      interface Prose {
        pmViewDesc: { node: { toJSON(): unknown } };
      }
      const code = [...shown.querySelectorAll('.cm-content')].map((text) =>
        (text as unknown as Code).cmTile.root.view.state.doc.toString(),
      );
      const prose = shown.querySelector('.bn-editor');
      return { code, prose: prose ? JSON.stringify((prose as unknown as Prose).pmViewDesc.node.toJSON()) : '' };
    });
}
