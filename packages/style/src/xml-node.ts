import { XMLParser } from 'fast-xml-parser';
import { StyleUnreadable } from './style-model.ts';

type Child = XmlNode | string;

/** An element of an XML file; names are without their namespaces. */
export class XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Child[];

  constructor(name: string, attributes: Readonly<Record<string, string>> = {}, children: readonly Child[] = []) {
    this.name = name;
    this.attributes = attributes;
    this.children = children;
  }

  get elements(): XmlNode[] {
    return this.children.filter((each) => typeof each !== 'string');
  }

  /** The first element of a name below this one, or of a path of names; null where there is none. */
  child(name: string, ...further: readonly string[]): XmlNode | null {
    const found = this.elements.find((each) => each.name === name) ?? null;
    const [next, ...rest] = further;
    return next === undefined || !found ? found : found.child(next, ...rest);
  }

  all(name: string): XmlNode[] {
    return this.elements.filter((each) => each.name === name);
  }

  /** Its text without white space around. */
  get text(): string {
    return this.children
      .map((each) => (typeof each === 'string' ? each : each.text))
      .join('')
      .trim();
  }
}

/** Levels of elements at most: symbols in symbols take a dozen. */
const deepest = 100;
type Parsed = Record<string, unknown>;

const parser = new XMLParser({
  preserveOrder: true,
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  processEntities: true,
  htmlEntities: true,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: deepest,
});

/**
 * Reads an XML file. Entities of its own are refused: they may stand for more than any file.
 * @throws StyleUnreadable
 */
export function parseXml(text: string): XmlNode {
  if (/<!ENTITY/i.test(text)) throw new StyleUnreadable('it defines entities of its own, which are not read');
  let parsed: unknown;
  try {
    parsed = parser.parse(text.replace(/^\uFEFF/, ''), true);
  } catch (error) {
    throw new StyleUnreadable(`it is no well-formed XML: ${error instanceof Error ? error.message : String(error)}`);
  }
  const root = (parsed as Parsed[]).map(nodeOf).find((each) => typeof each !== 'string');
  if (!root) throw new StyleUnreadable('it is no XML');
  return root;
}

function nodeOf(parsed: Parsed): Child {
  if ('#text' in parsed) return String(parsed['#text']);
  const name = Object.keys(parsed).find((key) => key !== ':@') ?? '';
  const children = ((parsed[name] ?? []) as Parsed[]).map(nodeOf);
  return new XmlNode(name, (parsed[':@'] ?? {}) as Record<string, string>, children);
}

/** An element to be written; nulls among its children are left out. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>> = {},
  children: readonly (Child | null)[] = [],
): XmlNode {
  const written = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)]));
  return new XmlNode(
    name,
    written,
    children.filter((each) => each !== null),
  );
}

/**
 * Writes an element with what is in it, two spaces for each level. Elements with text of their own stand on one line.
 */
export function printXml(node: XmlNode, indent = ''): string {
  const attributes = Object.entries(node.attributes)
    .map(([key, value]) => ` ${key}="${escaped(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`)
    .join('');
  if (node.children.length === 0) return `${indent}<${node.name}${attributes}/>`;
  const isText = node.children.some((each) => typeof each === 'string');
  const inner = node.children.map((each) =>
    typeof each === 'string' ? escaped(each) : printXml(each, isText ? '' : `${indent}  `),
  );
  return isText
    ? `${indent}<${node.name}${attributes}>${inner.join('')}</${node.name}>`
    : `${indent}<${node.name}${attributes}>\n${inner.join('\n')}\n${indent}</${node.name}>`;
}

function escaped(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, (each) => ('\n\t'.includes(each) ? each : ''))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}
