import type { conversion, ReplyOf } from '@groma/protocol';

/** An array of a file, of which an image is chosen. */
export type ListedArray = ReplyOf<typeof conversion.listArrays>['data'][number];

/** An image of a file of arrays, and what its layer is called. */
export interface ChosenArray {
  name: string;
  array: conversion.ArrayImage;
}

/** An image by the steps of its axes, the first where none is said, named after the array and its steps. */
export function chosenArray({ path, title, steps }: ListedArray, at: readonly number[]): ChosenArray {
  const chosen = steps.map((_, index) => at[index] ?? 0);
  const words = steps
    .map(({ labels, unit }, index) => [labels[chosen[index]!], unit].filter(Boolean).join(' '))
    .filter((_, index) => steps[index]!.labels.length > 1);
  return {
    name: [title ?? path.slice(path.lastIndexOf('/') + 1), ...words].join(', '),
    array: { path, at: chosen },
  };
}
