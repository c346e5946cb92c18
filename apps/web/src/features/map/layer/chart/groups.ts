import type { ChartAggregate } from '@groma/model';

/** Values summed up by group, groups being numbered from 0. */
export class Groups {
  readonly #sums: number[] = [];
  readonly #lost: number[] = [];
  readonly #counts: number[] = [];
  readonly #least: number[] = [];
  readonly #greatest: number[] = [];

  /** Adds a value; what a sum of millions would lose by rounding is kept beside it (Neumaier 1974). */
  add(group: number, value: number): void {
    const sum = this.#sums[group] ?? 0;
    const next = sum + value;
    this.#lost[group] =
      (this.#lost[group] ?? 0) + (Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum);
    this.#sums[group] = next;
    this.#counts[group] = (this.#counts[group] ?? 0) + 1;
    if (!(this.#least[group]! <= value)) this.#least[group] = value;
    if (!(this.#greatest[group]! >= value)) this.#greatest[group] = value;
  }

  has(group: number): boolean {
    return this.#counts[group] !== undefined;
  }

  datum(group: number, aggregate: ChartAggregate): { value: number; count: number } {
    return this.joined([group], aggregate);
  }

  /** Several groups as one. */
  joined(groups: readonly number[], aggregate: ChartAggregate): { value: number; count: number } {
    const total = (each: (group: number) => number): number => groups.reduce((sum, group) => sum + each(group), 0);
    const count = total((group) => this.#counts[group]!);
    const sum = total((group) => this.#sums[group]! + this.#lost[group]!);
    switch (aggregate) {
      case 'sum':
        return { value: sum, count };
      case 'mean':
        return { value: sum / count, count };
      case 'count':
        return { value: count, count };
      case 'min':
        return { value: Math.min(...groups.map((group) => this.#least[group]!)), count };
      case 'max':
        return { value: Math.max(...groups.map((group) => this.#greatest[group]!)), count };
    }
  }
}
