/** A module and all that it imports as the text of one script. */
declare module '*?frame-script' {
  const script: string;
  export default script;
}
