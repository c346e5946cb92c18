import * as decoding from 'lib0/decoding';
import * as encoding from 'lib0/encoding';

/** What one client of a document shows of itself; null when it leaves. */
export interface AwarenessEntry {
  client: number;
  clock: number;
  state: Record<string, unknown> | null;
}

/** Longest message, and most clients one may speak of. */
const longestMessage = 16 * 1024;
const mostClients = 8;

/**
 * Reads an awareness message (format of y-protocols: count, then client, clock and JSON state each).
 * @throws Error for one that is too long, speaks of too many clients, or cannot be read.
 */
export function readAwareness(message: Uint8Array): AwarenessEntry[] {
  if (message.byteLength > longestMessage) throw new Error('The awareness message is too long.');
  const decoder = decoding.createDecoder(message);
  const count = decoding.readVarUint(decoder);
  if (count > mostClients) throw new Error('The awareness message speaks of too many clients.');
  const entries: AwarenessEntry[] = [];
  for (let i = 0; i < count; i++) {
    const client = decoding.readVarUint(decoder);
    const clock = decoding.readVarUint(decoder);
    entries.push({
      client,
      clock,
      state: JSON.parse(decoding.readVarString(decoder)) as Record<string, unknown> | null,
    });
  }
  return entries;
}

/** Writes the entries again with the name of the person whose session sent them, whatever they said of themselves. */
export function writeAwareness(
  entries: readonly AwarenessEntry[],
  person: { id: string; username: string },
): Uint8Array {
  return encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, entries.length);
    for (const { client, clock, state } of entries) {
      encoding.writeVarUint(encoder, client);
      encoding.writeVarUint(encoder, clock);
      encoding.writeVarString(
        encoder,
        JSON.stringify(
          state && { ...state, user: { ...asObject(state['user']), id: person.id, name: person.username } },
        ),
      );
    }
  });
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
