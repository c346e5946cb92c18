/** Languages that code within text is coloured in, by the word behind the fence, as people write them. */
export const fenceLanguages: readonly (readonly [word: string, name: string])[] = [
  ['python', 'Python'],
  ['r', 'R'],
  ['sql', 'SQL'],
  ['javascript', 'JavaScript'],
  ['typescript', 'TypeScript'],
  ['bash', 'Shell'],
  ['json', 'JSON'],
  ['geojson', 'GeoJSON'],
  ['yaml', 'YAML'],
  ['xml', 'XML'],
  ['html', 'HTML'],
  ['css', 'CSS'],
];
