import * as Y from 'yjs';

/** A block, or a part of one, as plain values: what brings it back once it is gone from the document. */
export type PackedNode =
  | { name: string; attributes: Record<string, unknown>; children: PackedNode[] }
  | { text: { insert?: unknown; attributes?: Record<string, unknown> }[] };

/** Copies an element of a document with all that is in it. The data of a code block stays under its key. */
export function packNode(node: Y.XmlElement | Y.XmlText): PackedNode {
  if (node instanceof Y.XmlText) return { text: node.toDelta() as { insert?: unknown }[] };
  return {
    name: node.nodeName,
    attributes: { ...(node.getAttributes() as Record<string, unknown>) },
    children: node
      .toArray()
      .flatMap((child) => (child instanceof Y.XmlElement || child instanceof Y.XmlText ? [packNode(child)] : [])),
  };
}

/** Makes the element again, to be put into a document. */
export function unpackNode(packed: PackedNode): Y.XmlElement | Y.XmlText {
  if ('text' in packed) {
    const text = new Y.XmlText();
    text.applyDelta(packed.text);
    return text;
  }
  const element = new Y.XmlElement(packed.name);
  // Yjs stores numbers and booleans as they are, which its types do not say.
  for (const [name, value] of Object.entries(packed.attributes)) element.setAttribute(name, value as string);
  element.insert(0, packed.children.map(unpackNode));
  return element;
}
