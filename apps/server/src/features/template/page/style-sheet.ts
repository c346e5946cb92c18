import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fillPath, hubPage } from '@groma/protocol';

/** Its parts, each of which may change what those before it say. */
const parts = ['base', 'list', 'detail', 'notebook', 'media'];

/** The style sheet of all pages: tokens as `packages/ui` has them, and no font that would have to be fetched. */
export const styleSheet = parts
  .map((name) => readFileSync(new URL(`style/${name}.css`, import.meta.url), 'utf8'))
  .join('\n')
  .replaceAll(/\n\s*/g, '\n');

/** Its address, another one after each change. */
export const styleName = `${createHash('sha256').update(styleSheet).digest('base64url').slice(0, 12)}.css`;
export const stylePath = fillPath(hubPage.readHubStyle.path, { name: styleName });
