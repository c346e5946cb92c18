import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** What is being changed by hand is written to the document at most this often. */
const draftMs = 200;

interface Draft<Value> {
  /** What the control shows: what this person does now, else what the document holds. */
  value: Value;
  change(value: Value): void;
  /** Writes what waits, at once. */
  finish(): void;
}

/** Holds the last value back for a while, so that not each move of a hand is written. */
class Waiting<Value> {
  commit: (value: Value) => void = () => undefined;
  #pending: { value: Value } | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  put(value: Value): void {
    this.#pending = { value };
    this.#timer ??= setTimeout(() => this.write(), draftMs);
  }

  write(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const pending = this.#pending;
    this.#pending = null;
    if (pending) this.commit(pending.value);
  }
}

/**
 * A value under this person's hand. It follows each move here, and the document, and with it the others and the kernel,
 * every so often; the last move is always written, also when the control goes away.
 */
export function useDraft<Value>(stored: Value, commit: (value: Value) => void): Draft<Value> {
  const [draft, setDraft] = useState<{ value: Value } | null>(null);
  const waiting = useRef(new Waiting<Value>());
  useLayoutEffect(() => {
    waiting.current.commit = commit;
  });
  useEffect(() => {
    const { current } = waiting;
    return () => current.write();
  }, []);
  return {
    value: draft ? draft.value : stored,
    change(value) {
      setDraft({ value });
      waiting.current.put(value);
    },
    finish() {
      waiting.current.write();
      setDraft(null);
    },
  };
}

/**
 * Words under this person's hand that are written when the field is left. Where the field goes away before, as when the
 * connection is gone for long, they are written then. `words` is null while nothing is typed.
 */
export function useWords(take: (words: string) => void): {
  words: string | null;
  type(words: string | null): void;
  finish(): void;
} {
  const [words, setWords] = useState<string | null>(null);
  const latest = useRef<() => void>(() => undefined);
  useLayoutEffect(() => {
    latest.current = () => {
      if (words !== null) take(words);
    };
  });
  useEffect(() => () => latest.current(), []);
  return {
    words,
    type: setWords,
    finish() {
      latest.current();
      latest.current = () => undefined;
      setWords(null);
    },
  };
}
