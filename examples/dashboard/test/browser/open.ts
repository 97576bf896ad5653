import { chromium, type Browser } from 'playwright-core';
import { inject } from 'vitest';
import type { Served } from './start.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** A URL that returns `Served` as JSON. */
    browser: string;
  }
}

/** Connects to the browser that all tests of a run share. Closing the connection does not close the browser. */
export async function openBrowser(): Promise<Browser> {
  return chromium.connect((await sharedBrowser()).address);
}

/** @throws if the browser did not start */
export async function sharedBrowser(): Promise<Served> {
  const answer = await fetch(inject('browser'));
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Served;
}
