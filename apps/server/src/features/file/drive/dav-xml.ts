import { XMLParser } from 'fast-xml-parser';
import { GromaError } from '@groma/model';

/** An element of a request of WebDAV. Texts stay as they are written, entities and all. */
export interface DavElement {
  namespace: string;
  name: string;
  children: (DavElement | string)[];
}

export const dav = 'DAV:';
/** Levels of elements at most: those of the protocol have four. */
const deepest = 20;
type Parsed = Record<string, unknown>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: false,
  cdataPropName: '#cdata',
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: deepest,
});

/**
 * Reads the body of a request of WebDAV, with names in their namespaces. A document type is refused, since it may name
 * files and multiply itself.
 * @throws GromaError BAD_INPUT
 */
export function parseDavXml(text: string): DavElement {
  if (/<!DOCTYPE/i.test(text)) refuse('a document type is not read');
  let parsed: Parsed[];
  try {
    parsed = parser.parse(text.replace(/^\uFEFF/, ''), true) as Parsed[];
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
  const root = parsed
    .map((each) => elementOf(each, { '': '', xml: 'http://www.w3.org/XML/1998/namespace' }))
    .find((each) => typeof each !== 'string');
  return root ?? refuse('there is no element');
}

/** The elements of a namespace below one, that of WebDAV unless another is given. */
export function childOf(element: DavElement, name: string, namespace = dav): DavElement | undefined {
  return elementsIn(element).find((each) => each.name === name && each.namespace === namespace);
}

export function elementsIn({ children }: DavElement): DavElement[] {
  return children.filter((each) => typeof each !== 'string');
}

/** An element as text that means the same wherever it is put. */
export function printElement({ namespace, name, children }: DavElement): string {
  const inner = children.map((each) => (typeof each === 'string' ? written(each) : printElement(each))).join('');
  const opening = `<${name} xmlns="${written(namespace)}"`;
  return inner === '' ? `${opening}/>` : `${opening}>${inner}</${name}>`;
}

/** What was read as text or between other quotes; its entities are as they were written. */
function written(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Text as the content or in an attribute of an element; what XML has no place for becomes a space. */
export function asXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

type Scope = Readonly<Record<string, string>>;

function elementOf(parsed: Parsed, outer: Scope): DavElement | string {
  if ('#text' in parsed) return String(parsed['#text']);
  if ('#cdata' in parsed) return asXml((parsed['#cdata'] as Parsed[]).map((each) => String(each['#text'])).join(''));
  const tag = Object.keys(parsed).find((key) => key !== ':@') ?? '';
  const scope = { ...outer };
  for (const [key, value] of Object.entries((parsed[':@'] ?? {}) as Record<string, string>)) {
    const [, prefix] = /^xmlns(?::(.+))?$/.exec(key) ?? [key];
    if (key === 'xmlns') scope[''] = value;
    else if (prefix !== undefined && key.startsWith('xmlns:')) {
      if (value === '') refuse(`the prefix ${prefix} has no namespace`);
      scope[prefix] = value;
    }
  }
  const [local, prefix = ''] = tag.split(':').toReversed();
  const namespace = Object.hasOwn(scope, prefix) ? scope[prefix]! : refuse(`the prefix ${prefix} has no namespace`);
  const children = ((parsed[tag] ?? []) as Parsed[]).map((each) => elementOf(each, scope));
  return { namespace, name: local ?? '', children };
}

function refuse(detail: string): never {
  throw new GromaError('BAD_INPUT', { detail: `body: ${detail.slice(0, 200)}` });
}
