import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fillPath, hubPage } from '@groma/protocol';

/** The style sheet of all pages: tokens as `packages/ui` has them, and no font that would have to be fetched. */
export const styleSheet = readFileSync(new URL('hub.css', import.meta.url), 'utf8').replaceAll(/\n\s*/g, '\n');

/** Its address, another one after each change. */
export const styleName = `${createHash('sha256').update(styleSheet).digest('base64url').slice(0, 12)}.css`;
export const stylePath = fillPath(hubPage.readHubStyle.path, { name: styleName });
