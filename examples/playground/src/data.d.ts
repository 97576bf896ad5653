/** The modules that build/scripts.ts generates from files in the repository. */
declare module 'playground:start' {
  /** The JSON text of the receipt that the page opens first. */
  const text: string;
  export default text;
}

declare module 'playground:laws' {
  /** The addresses of cited texts, by citation. */
  const laws: Readonly<Record<string, string>>;
  export default laws;
}

declare module 'playground:receivers' {
  /** Webhook receivers, in the order shown on the page. */
  const receivers: readonly { readonly name: string; readonly text: string }[];
  export default receivers;
}

declare module 'playground:samples' {
  const samples: readonly import('./gallery/sample.js').Sample[];
  export default samples;
}
