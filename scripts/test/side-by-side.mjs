/**
 * Does some work for each of a list, a few at a time, and answers the results in the order of the list.
 *
 * @template Item, Result
 * @param {readonly Item[]} items
 * @param {number} most how many at once
 * @param {(item: Item) => Promise<Result>} work
 * @returns {Promise<Result[]>}
 */
export async function sideBySide(items, most, work) {
  const results = [];
  let next = 0;
  const takeNext = async () => {
    while (next < items.length) {
      const place = next++;
      results[place] = await work(items[place]);
    }
  };
  await Promise.all(Array.from({ length: most }, takeNext));
  return results;
}
