/** Stylesheets, which Vite bundles. */
declare module '*.css';
