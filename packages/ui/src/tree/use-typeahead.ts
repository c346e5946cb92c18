import { useRef } from 'react';

const pause = 700;

/** Collects letters typed in quick succession (within 700 ms of each other) and returns what was typed so far. */
export function useTypeahead(): (letter: string) => string {
  const typed = useRef({ text: '', at: 0 });
  return (letter) => {
    const now = Date.now();
    const text = now - typed.current.at > pause ? letter : typed.current.text + letter;
    typed.current = { text, at: now };
    return text;
  };
}
