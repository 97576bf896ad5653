/** Generated from files of the repository by build/scripts.ts. */
declare module 'playground:start' {
  /** The receipt that the page opens first, as text. */
  const text: string;
  export default text;
}

declare module 'playground:laws' {
  /** Addresses by citation. */
  const laws: Readonly<Record<string, string>>;
  export default laws;
}

declare module 'playground:samples' {
  const samples: readonly import('./gallery/sample.js').Sample[];
  export default samples;
}
