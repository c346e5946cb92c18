import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { flattenTexts } from './flatten-texts.mjs';
import { repeatedKeys } from './repeated-keys.mjs';

/**
 * @typedef {Map<string, Map<string, string>>} Texts noun → key inside the noun → text
 * @typedef {{ english: Texts, translations: Map<string, Texts>, shown: Set<string> }} Locales `shown`: nouns of
 * `locales/en`, whose keys code names
 */

const folder = 'apps/web/src/locales';

/**
 * All texts of a checkout. The English of four nouns stands elsewhere: `ui` in the design system, `error` in the
 * catalogue, `tool` in the definitions of the tools, `workflow-text` in the model of workflows.
 *
 * @param {string} root
 * @returns {Promise<Locales>}
 */
export async function readLocales(root) {
  const english = readLocale(root, 'en');
  const shown = new Set(english.keys());
  const { englishTexts } = await import(pathToFileURL(join(root, 'packages/ui/src/texts.ts')).href);
  const { errorCatalogue } = await import(pathToFileURL(join(root, 'packages/model/src/error/catalogue.ts')).href);
  english.set('ui', flattenTexts(englishTexts));
  const { toolTexts } = await import(pathToFileURL(join(root, 'packages/model/src/tool/tool-texts.ts')).href);
  english.set('tool', toolTexts());
  const { workflowTexts } = await import(
    pathToFileURL(join(root, 'packages/model/src/workflow/workflow-texts.ts')).href
  );
  english.set('workflow-text', workflowTexts());
  english.set('error', new Map(Object.entries(errorCatalogue).map(([code, { message }]) => [code, message])));
  const { locales } = await import(pathToFileURL(join(root, 'apps/web/src/platform/locale.ts')).href);
  const others = locales.map(({ id }) => id).filter((id) => id !== 'en');
  return { english, shown, translations: new Map(others.map((id) => [id, readLocale(root, id)])) };
}

/**
 * Keys that a file of a language has twice, as faults.
 *
 * @param {string} root
 * @returns {{ path: string, text: string }[]}
 */
export function findRepeatedKeys(root) {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) =>
      repeatedKeys(readFileSync(join(root, folder, name), 'utf8')).map((key) => ({
        path: `locales/${name}`,
        text: `${key} stands twice`,
      })),
    );
}

function readLocale(root, locale) {
  const path = join(root, folder, locale);
  const files = existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.json')) : [];
  return new Map(
    files.map((name) => [
      name.slice(0, -'.json'.length),
      flattenTexts(JSON.parse(readFileSync(join(path, name), 'utf8'))),
    ]),
  );
}
