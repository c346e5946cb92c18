const endings: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' };
const mostWords = 6;
const mostCharacters = 60;

/** A name for the file of an image: the first words of its prompt, without signs, and the ending of its type. */
export function imageName(prompt: string, mediaType: string): string {
  const words = prompt.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const name = words.slice(0, mostWords).join('-').slice(0, mostCharacters);
  return `${name || 'image'}.${endings[mediaType] ?? 'png'}`;
}
