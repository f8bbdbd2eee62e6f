// Modules that the build makes of files that are not modules.

declare module '*.in?raw' {
  const script: string;
  export default script;
}

declare module 'virtual:locales' {
  /** The texts in Fluent's format, by the codes of their languages. */
  const sources: Record<string, string>;
  export default sources;
}
