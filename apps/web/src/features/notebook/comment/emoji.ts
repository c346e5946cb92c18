/** Reactions to choose from; the key of each one's name. */
export const reactionChoices = [
  ['👍', 'thumbsUp'],
  ['👎', 'thumbsDown'],
  ['❤️', 'heart'],
  ['🎉', 'party'],
  ['😀', 'smile'],
  ['😂', 'laugh'],
  ['😕', 'confused'],
  ['😢', 'sad'],
  ['👏', 'clap'],
  ['🙏', 'thanks'],
  ['👀', 'eyes'],
  ['💡', 'idea'],
  ['🔥', 'fire'],
  ['🚀', 'rocket'],
  ['✅', 'done'],
  ['❓', 'question'],
] as const;
