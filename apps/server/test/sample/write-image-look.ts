// Writes how a new layer of the sample's image is drawn beside the image: reading it would take seconds of a sign-up.
// Run it again after each change of the image, or of how images are drawn at first.
import { writeFile } from 'node:fs/promises';
import { imagePath, readImageLook } from './read-image-look.ts';

// Threads of the pool keep no process alive.
const alive = setInterval(() => undefined, 1_000);
await writeFile(`${imagePath}.json`, `${JSON.stringify(await readImageLook(), null, 1)}\n`);
clearInterval(alive);
