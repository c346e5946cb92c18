import { useEffect, useRef, type PointerEvent } from 'react';
import { ChevronDownIcon, ChevronUpIcon } from '../icons.ts';

interface NumberStepsProps {
  isDisabled: boolean;
  isHighest: boolean;
  isLowest: boolean;
  onStep: (direction: 1 | -1) => void;
}

/** The two small buttons of a field for numbers; who holds one steps on. The keyboard has its arrow keys instead. */
export function NumberSteps({ isDisabled, isHighest, isLowest, onStep }: NumberStepsProps) {
  const latest = useRef(onStep);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    latest.current = onStep;
  });
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);
  const hold = (direction: 1 | -1, delay: number) => {
    latest.current(direction);
    timer.current = setTimeout(() => hold(direction, 60), delay);
  };
  const button = (direction: 1 | -1, isEnd: boolean) => (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      disabled={isDisabled || isEnd}
      onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
        event.preventDefault();
        event.currentTarget.closest('.mantine-Input-wrapper')?.querySelector('input')?.focus();
        hold(direction, 400);
      }}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
    >
      {direction === 1 ? <ChevronUpIcon size={10} /> : <ChevronDownIcon size={10} />}
    </button>
  );
  return (
    <span className="g-number-steps">
      {button(1, isHighest)}
      {button(-1, isLowest)}
    </span>
  );
}
