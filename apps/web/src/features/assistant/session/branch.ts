/** A message in the tree of a conversation. */
interface Node {
  id: string;
  parent: string | null;
}

/** The messages from the first one to a leaf, as they are read. */
export function pathTo<Message extends Node>(messages: readonly Message[], leaf: string | null): Message[] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const path: Message[] = [];
  for (let at = leaf; at !== null;) {
    const message = byId.get(at);
    if (!message || path.includes(message)) break;
    path.unshift(message);
    at = message.parent;
  }
  return path;
}

/** The messages that stand beside a message, itself among them, oldest first: branches begin at them. */
export function siblingsOf<Message extends Node>(messages: readonly Message[], id: string): Message[] {
  const message = messages.find((each) => each.id === id);
  return message ? messages.filter(({ parent }) => parent === message.parent) : [];
}

/** The last message of the branch that goes through a message: below it, always the newest one. */
export function leafBelow(messages: readonly Node[], id: string): string {
  const seen = new Set<string>();
  let leaf = id;
  while (!seen.has(leaf)) {
    seen.add(leaf);
    leaf = messages.findLast(({ parent }) => parent === leaf)?.id ?? leaf;
  }
  return leaf;
}
