import { App } from './app.js';
import { byId } from './dom.js';
import start from 'playground:start';

/**
 * The page's state. Creating it draws the first receipt, without a verdict, because the rules are in the second script.
 */
export const app = new App({ country: 'SE', multiLocation: false, rateWindows: 'warn', originalDay: '' }, start);

/**
 * Runs the second script, which is embedded in the page as text. The Content Security Policy allows the script by its
 * hash.
 */
function runRest(): void {
  const script = document.createElement('script');
  script.textContent = byId('rest', HTMLScriptElement).textContent;
  document.head.append(script);
}

// Run it after the browser has painted the receipt. Hidden tabs are never painted.
document.addEventListener('DOMContentLoaded', () => {
  if (document.hidden) setTimeout(runRest);
  else requestAnimationFrame(() => setTimeout(runRest));
});
