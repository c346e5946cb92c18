import { XMLParser } from 'fast-xml-parser';

/** Levels of elements, and bytes of a file, at most: metadata of a scene has a dozen and under one megabyte. */
const deepest = 60;
export const mostXmlBytes = 16 * 1024 * 1024;

const attribute = '@';
const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: attribute,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: deepest,
});

/** A file of metadata is not to be read. */
export class MetadataUnreadable extends Error {
  override readonly name = 'MetadataUnreadable';
}

/** An element of metadata, found by its name without namespace. */
export class MetadataNode {
  readonly #value: unknown;

  private constructor(value: unknown) {
    this.#value = value;
  }

  /**
   * Reads an XML file. One with a document type is refused: it could define entities, which stand for more than any
   * file, or name others.
   * @throws MetadataUnreadable
   */
  static parse(text: string): MetadataNode {
    if (text.length > mostXmlBytes) throw new MetadataUnreadable('it is too large.');
    if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
      throw new MetadataUnreadable('it has a document type of its own, which is not read.');
    try {
      const parsed: unknown = parser.parse(text.replace(/^\uFEFF/, ''), true);
      if (typeof parsed !== 'object' || parsed === null || Object.keys(parsed).length === 0)
        throw new MetadataUnreadable('it is no XML.');
      return new MetadataNode(parsed);
    } catch (error) {
      if (error instanceof MetadataUnreadable) throw error;
      throw new MetadataUnreadable(
        `it is no well-formed XML: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  /** All elements of a name at any depth, in their order; names are compared in any case. */
  all(name: string): MetadataNode[] {
    const wanted = name.toLowerCase();
    const found: MetadataNode[] = [];
    const waiting: unknown[] = [this.#value];
    for (let value = waiting.shift(); value !== undefined; value = waiting.shift()) {
      if (typeof value !== 'object' || value === null) continue;
      for (const [key, child] of Object.entries(value)) {
        const each = Array.isArray(child) ? (child as unknown[]) : [child];
        if (key.toLowerCase() === wanted) found.push(...each.map((one) => new MetadataNode(one)));
        waiting.push(...each);
      }
    }
    return found;
  }

  first(name: string): MetadataNode | null {
    return this.all(name)[0] ?? null;
  }

  /** The number in the first element of a name; null where there is none. */
  number(name: string): number | null {
    const text = this.first(name)?.text ?? '';
    return text === '' || !Number.isFinite(Number(text)) ? null : Number(text);
  }

  get text(): string {
    const value = this.#value;
    if (typeof value === 'string') return value.trim();
    const own = (value as Record<string, unknown> | null)?.['#text'];
    return typeof own === 'string' ? own.trim() : '';
  }

  attribute(name: string): string | null {
    const value = (this.#value as Record<string, unknown> | null)?.[`${attribute}${name}`];
    return typeof value === 'string' ? value : null;
  }
}
