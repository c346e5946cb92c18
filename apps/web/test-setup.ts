import { bringTexts } from './src/platform/text.ts';

// Tests draw single parts, without the page that would have brought their texts.
await bringTexts();
